/** Addresses about the service itself: health, error reference, changelog, console. */
export { serviceModule } from './module.ts'
export { OPERATION_GROUPS, operationId } from './operations.ts'
