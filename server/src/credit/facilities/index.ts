/**
 * Credit facilities of RM entities and their terms: how much may be dealt forward on credit, and what margin is asked for.
 */
export { createFacility, type NewFacility, type NewTerm } from './service.ts'
export { refuse as refuseFacilities } from './rules.ts'
