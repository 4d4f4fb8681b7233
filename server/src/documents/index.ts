/**
 * Documents: converts a model (texts, tables, parties, in order) into a PDF, the same bytes for the same model. A
 * document that a client may rely on is made once and stored for good (`getOrMakeDocument`, `sendDocument`); a
 * reproducible one, such as a statement, is sent while it is made (`setDocument`). The model contains the content; the
 * layout is decided here, so that all documents look alike. A thread sets the documents.
 */
export { documentResponse, sendDocument } from './http.ts'
export { issuerOf, namesOf, partyOf, withLook } from './issuer.ts'
export type { Block, DocumentModel, Entry, Issuer } from './model.ts'
export { getOrMakeDocument, type StoredDocument } from './store.ts'
export { amountText, ibanText, localStamp, longDate, moneyText, sortCodeText } from './texts.ts'
export { setDocument } from './thread/index.ts'
export { documentsModule } from './module.ts'
