import { type PaymentStatusCode, type PaymentWords, withNamespaces } from '../initiation/index.ts'
import { STATUSES } from './account-access-consents.ts'
import { DomesticBodies, InternationalBodies } from './payment-schema.ts'

/** Payment initiation in the words of v3.1. */
export const paymentWords: PaymentWords = {
  version: '3.1',
  bodies: { domesticPayment: DomesticBodies, internationalPayment: InternationalBodies },
  initiation: { in: initiationIn, out: initiationOut },
  risk: { in: (sent) => sent, out: (risk) => risk },
  consentStatus: STATUSES,
  statusReasons: () => undefined,
  paymentStatus: {
    RCVD: 'Pending',
    PDNG: 'Pending',
    ACTC: 'Pending',
    PATC: 'Pending',
    ACSP: 'AcceptedSettlementInProcess',
    ACSC: 'AcceptedSettlementCompleted',
    ACCC: 'AcceptedCreditSettlementCompleted',
    RJCT: 'Rejected',
  },
  detailStatus: {
    RCVD: 'Received',
    PDNG: 'Pending',
    ACTC: 'AcceptedTechnicalValidation',
    PATC: 'Pending',
    ACSP: 'AcceptedSettlementInProcess',
    ACSC: 'AcceptedSettlementCompleted',
    ACCC: 'AcceptedCreditSettlementCompleted',
    RJCT: 'Rejected',
  },
  detailReason,
  place,
  authorisationStatus: { AWAF: 'AwaitingFurtherAuthorisation', AUTH: 'Authorised', RJCT: 'Rejected' },
  paymentReasons: () => undefined,
}

/** Returns the word of a step's reason. v3.1 has seven; the description states the rest. */
function detailReason(status: PaymentStatusCode, code: string): string {
  if (status === 'RJCT') return code === 'DS02' ? 'Cancelled' : 'ProprietaryRejection'
  return status === 'ACSP' ? 'PendingSettlement' : 'Proprietary'
}

type Members = Record<string, unknown>

/** Address types by their v3.1 names. */
const ADDRESS_TYPES: Record<string, string> = {
  Business: 'BIZZ',
  Correspondence: 'CORR',
  DeliveryTo: 'DLVY',
  MailTo: 'MLTO',
  POBox: 'PBOX',
  Postal: 'ADDR',
  Residential: 'HOME',
  Statement: 'STAT',
}
const NAMES = Object.fromEntries(Object.entries(ADDRESS_TYPES).map(([name, code]) => [code, name]))

/** Members that hold an address, by where they are. */
function withAddresses(initiation: Members, types: Record<string, string>): Members {
  const address = (held: unknown): unknown => {
    const { AddressType: type, ...rest } = held as Members
    return type === undefined ? held : { AddressType: types[type as string] ?? type, ...rest }
  }
  const out = { ...initiation }
  for (const name of ['Creditor', 'CreditorAgent']) {
    const held = out[name] as Members | undefined
    if (held?.['PostalAddress']) out[name] = { ...held, PostalAddress: address(held['PostalAddress']) }
  }
  if (out['CreditorPostalAddress']) out['CreditorPostalAddress'] = address(out['CreditorPostalAddress'])
  return out
}

/** Reference and free text are a structured and an unstructured part in v4.0. */
function initiationIn({ RemittanceInformation: sent, ...rest }: Members): Members {
  const { Unstructured, Reference } = (sent ?? {}) as { Unstructured?: string; Reference?: string }
  const remittance = {
    ...(Unstructured === undefined ? {} : { Unstructured: [Unstructured] }),
    ...(Reference === undefined ? {} : { Structured: [{ CreditorReferenceInformation: { Reference } }] }),
  }
  return { ...withAddresses(rest, ADDRESS_TYPES), ...(sent === undefined ? {} : { RemittanceInformation: remittance }) }
}

const REMITTANCE = '/Data/Initiation/RemittanceInformation'

/** Returns the place of reference and free text, which `initiationIn` moves. */
function place(pointer: string): string {
  if (pointer.startsWith(`${REMITTANCE}/Structured`)) return `${REMITTANCE}/Reference`
  return pointer.startsWith(`${REMITTANCE}/Unstructured`) ? `${REMITTANCE}/Unstructured` : pointer
}

function initiationOut({ RemittanceInformation: kept, ...rest }: Members): Members {
  const { Unstructured, Structured } = (kept ?? {}) as {
    Unstructured?: string[]
    Structured?: { CreditorReferenceInformation?: { Reference?: string } }[]
  }
  const reference = Structured?.[0]?.CreditorReferenceInformation?.Reference
  const remittance = {
    ...(Unstructured === undefined ? {} : { Unstructured: Unstructured[0] }),
    ...(reference === undefined ? {} : { Reference: reference }),
  }
  return withNamespaces({
    ...withAddresses(rest, NAMES),
    ...(kept === undefined ? {} : { RemittanceInformation: remittance }),
  })
}
