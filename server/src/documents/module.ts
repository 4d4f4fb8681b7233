import { defineModule } from '../kernel/module.ts'

/** Stored documents. */
export const documentsModule = defineModule<object>({
  name: 'documents',
  resources: { doc: [['documents', 'document_id']] },
})
