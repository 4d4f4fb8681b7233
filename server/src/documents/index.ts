/**
 * Documents: converts a model (texts, tables, parties, in order) into a PDF, the same bytes for the same model. A
 * document that a client may rely on is made once and stored for good (`getOrMakeDocument`, `sendDocument`); a
 * reproducible one, such as a statement, is sent while it is made (`setDocument`). The model contains the content; the
 * layout is decided here, so that all documents look alike.
 */
export { chooseType, documentResponse, sendDocument } from './http.ts'
export { setDocument } from './layout.ts'
export { OBJECTION_DAYS } from './model.ts'
export type { Block, DocumentModel, Entry, Issuer } from './model.ts'
export { getOrMakeDocument, type StoredDocument } from './store.ts'
export { amountText, ibanText, localStamp, longDate, moneyText } from './texts.ts'
export { documentsModule } from './module.ts'
