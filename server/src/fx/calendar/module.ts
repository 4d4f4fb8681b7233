import { defineModule } from '../../kernel/module.ts'
import { forwardReach } from './dates/reach.ts'
import { calendarRoutes } from './routes.ts'

/** Holidays, value dates and cut-offs. */
export const calendarModule = defineModule<Parameters<typeof calendarRoutes>[1]>({
  name: 'fx/calendar',
  routes: calendarRoutes,
  ports: ({ calendars }) => ({
    forwardReach: (setting: Parameters<typeof forwardReach>[1], at: Date) => forwardReach(calendars, setting, at),
  }),
})
