import { SCHEMES } from '../../schemes/index.ts'
import { amountTag, tag } from '../../../kernel/text/xml.ts'
import type { RailInstruction } from '../rail.ts'
import {
  account,
  agent,
  chargeBearer,
  creditorAgent,
  creditorOf,
  debtorOf,
  detailsOf,
  intermediary,
  party,
  paymentType,
  purpose,
  regulatoryReporting,
  remittance,
  rollNumber,
  shortId,
} from './parts.ts'
import type { FileRailSettings } from './settings.ts'

/**
 * One payment as pacs.008.001.08: a credit transfer from us to the bank, on behalf of our client. Correspondent banking
 * settles on the account we hold with the bank (INDA), the schemes through their clearing (CLRG).
 */
export function pacs008(instruction: RailInstruction, settings: FileRailSettings, createdAt: Date): string {
  const id = shortId(instruction.uetr)
  const { rail } = instruction
  const header = tag(
    'GrpHdr',
    tag('MsgId', id),
    tag('CreDtTm', createdAt.toISOString()),
    tag('NbOfTxs', '1'),
    tag('SttlmInf', tag('SttlmMtd', SCHEMES[rail].iso20022.settlement)),
    agent('InstgAgt', settings.bic!),
    agent('InstdAgt', settings.bankBic),
  )
  const body = tag('FIToFICstmrCdtTrf', header, transaction(instruction, settings, id))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08">${body}</Document>\n`
}

function transaction(instruction: RailInstruction, settings: FileRailSettings, id: string): string {
  const { uetr, endToEndId, amount, currency, paymentDate, purposeCode, rail } = instruction
  const creditor = creditorOf(instruction)
  const debtor = debtorOf(instruction)
  const { ultimateDebtor, ultimateCreditor } = detailsOf(instruction)
  return tag(
    'CdtTrfTxInf',
    tag('PmtId', tag('InstrId', id), tag('EndToEndId', endToEndId), tag('TxId', id), tag('UETR', uetr)),
    paymentType(rail),
    amountTag('IntrBkSttlmAmt', amount, currency),
    tag('IntrBkSttlmDt', paymentDate),
    tag('ChrgBr', chargeBearer(instruction)),
    intermediary(creditor),
    party('UltmtDbtr', ultimateDebtor, rail),
    party('Dbtr', debtor, rail),
    account('DbtrAcct', debtor),
    agent('DbtrAgt', settings.bic!),
    creditorAgent(creditor),
    party('Cdtr', creditor, rail),
    account('CdtrAcct', creditor),
    party('UltmtCdtr', ultimateCreditor, rail),
    rollNumber(creditor),
    purpose(purposeCode),
    regulatoryReporting(instruction),
    remittance(instruction),
  )
}
