/** Addresses about the service itself: health, error codes, changelog, documentation, console. */
export { serviceModule } from './module.ts'
export { OPERATION_ERRORS, OPERATION_EXAMPLES, OPERATION_GROUPS, operationId } from './operations.ts'
