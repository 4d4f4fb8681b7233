import { defineModule } from '../../kernel/module.ts'
import { calendarRoutes } from './routes.ts'

/** Holidays, value dates and cut-offs. */
export const calendarModule = defineModule<Parameters<typeof calendarRoutes>[1]>({
  name: 'fx/calendar',
  routes: calendarRoutes,
})
