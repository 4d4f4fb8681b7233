/** Addresses about the service itself: health, error codes, changelog, documentation, console. */
export { serviceModule } from './module.ts'
export { OPERATION_GROUPS, operationId } from './operations.ts'
