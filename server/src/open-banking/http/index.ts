/**
 * Shared surface of both versions of the open-banking interface: error bodies, x-fapi-interaction-id, message
 * signatures, idempotency keys, dates, links and exact numbers. Version-specific names are in v3.1/ and v4.0/. The
 * routes in resources/consent-routes.ts are the model to follow; a payment's route adds `signed` and `idempotent` to
 * its `config.ob`, creates its resource inside `onceInADay` and reads rates from `request.exactBody`.
 */
export { compileBody } from './body.ts'
export { collectDocumented } from './document/collect.ts'
export { type DescribedListener, serveOpenBankingDocuments } from './document/serve.ts'
export { answerOf, At, exactly, Reason } from './document/envelope.ts'
export { endOf, formatDate, parseDate, repeatDate } from './dates.ts'
export { statusReasonOf } from './errors.ts'
export { ExactNumber } from './exact-json.ts'
export {
  callRows,
  callsGiven,
  callsOfSet,
  type IdempotentCall,
  idempotentCall,
  isCallKnown,
  isKnownCall,
  madeBefore,
  onceInADay,
} from './idempotency.ts'
export { type Envelope, pageLinks, type Positions, selfOnly } from './links.ts'
export {
  checkAll,
  fieldErrorOf,
  MOST_OB_ERRORS,
  type ObRefusalCode,
  refuseErrors,
  refuseField,
  refuseOb,
  statedError,
} from './refusals.ts'
export { createMessageSigner } from './signatures.ts'
export { createOpenBankingHttp, interactionIdOf, MOST_FORM_BYTES, mountFamily, type SurfaceDeps } from './surface.ts'
export { type ObVersion } from './version.ts'
export { openBankingHttpModule } from './module.ts'
