import { randomUUID } from 'node:crypto'
import type { ObVersion } from '../../src/open-banking/http/index.ts'
import { findConsent } from '../../src/open-banking/consents/index.ts'
import { findPayers } from '../../src/open-banking/initiation/index.ts'
import { type openOpenBanking, signAs, TPP } from './open-banking.ts'

/** Bodies and calls of payment initiation, for tests over `openOpenBanking`. */
export type Kind = 'domestic' | 'international'
export type Members = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- bodies of two versions

export const base = (version: ObVersion) => `/open-banking/v${version}/pisp`
export const remittance = (version: ObVersion, reference: string, text: string) =>
  version === '3.1'
    ? { Unstructured: text, Reference: reference }
    : { Unstructured: [text], Structured: [{ CreditorReferenceInformation: { Reference: reference } }] }

export const domestic = (version: ObVersion, change: Members = {}): Members => ({
  InstructionIdentification: 'INSTR-1',
  EndToEndIdentification: 'E2E-1',
  LocalInstrument: 'UK.OBIE.FPS',
  InstructedAmount: { Amount: '10.00', Currency: 'GBP' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.SortCodeAccountNumber',
    Identification: '08999966374958',
    Name: 'Northern Looms Ltd',
  },
  RemittanceInformation: remittance(version, 'FRESCO-101', 'Internal ops code 5120101'),
  ...change,
})

export const international = (version: ObVersion, change: Members = {}): Members => ({
  InstructionIdentification: 'INSTR-2',
  EndToEndIdentification: 'E2E-2',
  InstructionPriority: 'Normal',
  CurrencyOfTransfer: 'USD',
  InstructedAmount: { Amount: '200.00', Currency: 'USD' },
  ExchangeRateInformation: { UnitCurrency: 'GBP', RateType: 'Actual' },
  Creditor: {
    Name: 'Bosporus Tekstil AS',
    PostalAddress: {
      AddressType: version === '3.1' ? 'Business' : 'BIZZ',
      StreetName: 'Cumhuriyet',
      BuildingNumber: '5',
      TownName: 'Istanbul',
      Country: 'TR',
    },
  },
  CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'TGBATRIS' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.IBAN',
    Identification: 'TR330006100519786457841326',
    Name: 'Bosporus Tekstil AS',
  },
  RemittanceInformation: remittance(version, 'INV-77', 'Cloth'),
  ...change,
})

export const codeOf = (answer: { body: Members }) => answer.body.Errors[0].ErrorCode
export const pathsOf = (answer: { body: Members }) => answer.body.Errors.map(({ Path }: { Path: string }) => Path)
export const NAMES: Record<string, string> = {
  U001: 'Field.Expected',
  U002: 'Field.Invalid',
  U003: 'Field.InvalidDate',
  U004: 'Field.Missing',
  U005: 'Field.Unexpected',
  U008: 'Resource.ConsentMismatch',
  U009: 'Resource.InvalidConsentStatus',
  U011: 'Resource.NotFound',
  U012: 'Rules.AfterCutOffDateTime',
  U014: 'Rules.FailsControlParameters',
  U021: 'Unsupported.AccountIdentifier',
  U022: 'Unsupported.AccountSecondaryIdentifier',
  U023: 'Unsupported.Currency',
  U026: 'Unsupported.LocalInstrument',
  U027: 'Unsupported.Scheme',
  U029: 'Rules.ResourceAlreadyExists',
}
export const named = (version: ObVersion, code: string) => (version === '4.0' ? code : `UK.OBIE.${NAMES[code]}`)

/** The calls, against one bank. */
export function openInitiation(bank: Awaited<ReturnType<typeof openOpenBanking>>) {
  async function post(
    version: ObVersion,
    path: string,
    payload: object | string,
    more: { token?: string; key?: string } = {},
  ) {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const headers = {
      'x-idempotency-key': more.key ?? randomUUID(),
      'x-jws-signature': await signAs(bank.time.wall).sign(Buffer.from(text)),
    }
    return bank.send('POST', `${base(version)}/${path}`, { payload: text, token: more.token ?? 'own', headers })
  }

  const initiationOf = (kind: Kind, version: ObVersion, change: Members = {}) =>
    kind === 'domestic' ? domestic(version, change) : international(version, change)

  function ask(version: ObVersion, kind: Kind, change: Members = {}, data: Members = {}, risk: Members = {}) {
    const body = { Data: { Initiation: initiationOf(kind, version, change), ...data }, Risk: risk }
    return post(version, `${kind}-payment-consents`, body)
  }

  async function authorised(
    version: ObVersion,
    kind: Kind,
    change: Members = {},
    data: Members = {},
    risk: Members = {},
  ) {
    const asked = await ask(version, kind, change, data, risk)
    if (asked.status !== 201) throw new Error(`no consent: ${asked.text}`)
    await bank.approve(asked.body.Data.ConsentId, ['GBP'])
    return asked.body.Data.ConsentId as string
  }

  const pay = (
    version: ObVersion,
    kind: Kind,
    consentId: string,
    initiation: Members,
    more: { risk?: Members; key?: string; token?: string } = {},
  ) =>
    post(
      version,
      `${kind}-payments`,
      { Data: { ConsentId: consentId, Initiation: initiation }, Risk: more.risk ?? {} },
      { token: more.token ?? `psu ${consentId}`, ...(more.key ? { key: more.key } : {}) },
    )

  /** The accounts that the user is offered for a consent now, or the reasons why there is none. */
  async function payersOf(consentId: string, among?: readonly string[]) {
    const { now: at, wall } = bank.time
    const consent = await findConsent(bank.deps.db.pool, { clientId: TPP, consentId }, at)
    const { entityId, psuId } = bank
    return findPayers(
      bank.deps,
      consent!,
      { entityId, psuId, ...(among && { among }) },
      { at, wall, requestId: consentId },
    )
  }

  return { post, ask, authorised, pay, payersOf }
}
