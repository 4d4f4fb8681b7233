/** The entity that holds the institution's own book; the migration of its module inserts it. */
export const HOUSE_ENTITY_ID = '00000000-0000-7000-8000-000000000001'
