import type { Auth } from './auth.ts'
import { defineModule } from '../kernel/module.ts'
import { oauthRoutes } from './routes.ts'

/** OAuth 2.0 for API clients. */
export const authModule = defineModule<{ auth: Auth }>({
  name: 'auth',
  routes: (app, { auth }) => oauthRoutes(app, auth),
})
