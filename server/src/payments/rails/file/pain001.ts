import { amountTag, tag, text } from '../../../kernel/text/xml.ts'
import { SCHEMES } from '../../schemes/index.ts'
import { sentOn } from '../../validation/index.ts'
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
  nameLimit,
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
 * One payment as pain.001.001.09: an order of ours, as the bank's customer, from our account there, so that we are its
 * debtor and the party that initiates the payment: banks compare the initiating party with their contract. Our client, for
 * whom we pay, is the ultimate debtor. Where the client itself pays for another party, that party is the ultimate debtor,
 * and an instruction to the bank names the client, whose money it is. SEPA forbids such instructions: banks reject the order.
 *
 * @throws Error where `rail.json` names no account for the currency
 */
export function pain001(instruction: RailInstruction, settings: FileRailSettings, createdAt: Date): string {
  const { uetr, amount, currency, paymentDate, rail } = instruction
  const from = settings.accounts?.[currency]
  if (!from) throw new Error(`rail.json names no account to pay ${currency} from; add it under "accounts".`)
  const id = shortId(uetr)
  const us = tag('Nm', text(sentOn(rail, settings.name), nameLimit(rail)))
  const header = tag(
    'GrpHdr',
    tag('MsgId', id),
    tag('CreDtTm', createdAt.toISOString()),
    tag('NbOfTxs', '1'),
    tag('CtrlSum', amount),
    tag('InitgPty', us),
  )
  const order = tag(
    'PmtInf',
    tag('PmtInfId', id),
    tag('PmtMtd', 'TRF'),
    tag('NbOfTxs', '1'),
    tag('CtrlSum', amount),
    paymentType(rail),
    tag('ReqdExctnDt', tag('Dt', paymentDate)),
    tag('Dbtr', us),
    account('DbtrAcct', /^[A-Z]{2}\d{2}/.test(from) ? { iban: from } : { accountNumber: from }),
    agent('DbtrAgt', settings.bankBic),
    tag('ChrgBr', chargeBearer(instruction)),
    transaction(instruction, id),
  )
  const body = tag('CstmrCdtTrfInitn', header, order)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${body}</Document>\n`
}

function transaction(instruction: RailInstruction, id: string): string {
  const { uetr, endToEndId, amount, currency, purposeCode, rail } = instruction
  const creditor = creditorOf(instruction)
  const { ultimateDebtor, ultimateCreditor } = detailsOf(instruction)
  return tag(
    'CdtTrfTxInf',
    tag('PmtId', tag('InstrId', id), tag('EndToEndId', endToEndId), tag('UETR', uetr)),
    tag('Amt', amountTag('InstdAmt', amount, currency)),
    party('UltmtDbtr', ultimateDebtor ?? debtorOf(instruction), rail),
    intermediary(creditor),
    creditorAgent(creditor),
    party('Cdtr', creditor, rail),
    account('CdtrAcct', creditor),
    party('UltmtCdtr', ultimateCreditor, rail),
    rollNumber(creditor),
    ultimateDebtor ? payerInstruction(instruction) : '',
    purpose(purposeCode),
    regulatoryReporting(instruction),
    remittance(instruction),
  )
}

/**
 * Names the payer to the debtor's bank: the message has no other element for it beside another ultimate debtor. Empty if the
 * scheme forbids instructions.
 */
function payerInstruction(instruction: RailInstruction): string {
  if (SCHEMES[instruction.rail].iso20022.forbidsInstructions) return ''
  const { name, address, country } = debtorOf(instruction)
  const { line1, postCode, city, countryCode = country } = address ?? {}
  const town = [postCode, city].filter(Boolean).join(' ')
  const known = [name, line1, town, countryCode].filter(Boolean)
  return tag('InstrForDbtrAgt', known.length === 0 ? '' : text(`Payer ${known.join(', ')}`, 140))
}
