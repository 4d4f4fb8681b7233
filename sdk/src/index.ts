/** Client of the Cambist API. */
export { type Cambist, createClient } from './client.ts'
export { type Answer, Call, List, type Page } from './core/call.ts'
export {
  AuthenticationError,
  CambistError,
  ConflictError,
  type FieldError,
  NotFoundError,
  PermissionError,
  type Problem,
  RateLimitError,
  RejectedError,
  ServiceError,
  TimeoutError,
  UnreachableError,
  ValidationError,
} from './core/errors.ts'
export type { RateLimit, ResponseMeta } from './core/meta.ts'
export type {
  CallOptions,
  ClientCredentials,
  ClientOptions,
  Fetch,
  FileAnswer,
  FileContent,
  Hooks,
  OutgoingRequest,
  RequestSpec,
} from './core/options.ts'
export type * from './generated/resources.ts'
export type * as schemas from './generated/types.ts'
export {
  addAmounts,
  compareAmounts,
  convertAmount,
  formatMinor,
  groupDigits,
  minorDigits,
  subtractAmounts,
  sumAmounts,
  toMinor,
} from './money.ts'
export {
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.ts'
