import { originOf } from '../../kernel/http/origin.ts'
import type { FastifyRequest } from 'fastify'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import type { App } from '../../kernel/http/http.ts'
import type { Documented } from '../../kernel/http/openapi/documented.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { invariant, Refusal } from '../../kernel/values/refusals.ts'
import { approvalOfDeal } from '../../fx/trades/index.ts'
import { findPayment } from '../../payments/index.ts'
import {
  type Consent,
  createPaymentConsent,
  differences,
  findConsent,
  formatConsentId,
  getConsent,
  getUsableConsent,
  ofAnother,
  type PaymentTerms,
} from '../consents/index.ts'
import { inSetOrAlone } from '../../kernel/http/sets/set-or-alone.ts'
import {
  checkAll,
  compileBody,
  fieldErrorOf,
  type IdempotentCall,
  idempotentCall,
  madeBefore,
  onceInADay,
  refuseErrors,
  refuseField,
  refuseOb,
} from '../http/index.ts'
import { describedRoutes } from './answers.ts'
import { checkCarried, checkCarriedOn } from './terms/carried.ts'
import { checkCompletion, checkOrder } from './terms/checks.ts'
import type { InitiationDeps } from './deps.ts'
import { presentDetails } from './details.ts'
import { fundsAvailable } from './funds.ts'
import { initiateInSet } from './making/in-set.ts'
import { initiate } from './making/initiate.ts'
import { askPayeesBank, payeeRequestOf } from './making/payee-check.ts'
import { offerFor } from './offer.ts'
import { type Initiated, PATHS, presentConsent, presentFunds, presentPayment } from './present.ts'
import { findInitiated, type InitiatedPayment } from './queries.ts'
import { needsApprovalOf } from './status.ts'
import { checkNumbers } from './terms/numbers.ts'
import { asked, creditorReference, transferCurrency } from './terms/terms.ts'
import type { PaymentKind, PaymentWords } from './terms/words.ts'
import { namespaced } from '../consents/index.ts'

type Members = Record<string, unknown>
interface Body {
  Data: { ConsentId?: string; Initiation: Members } & Members
  Risk: Members
}

/** All routes of payment initiation, domestic and international, in a version's words. */
export function paymentInitiationRoutes(app: App, deps: InitiationDeps, words: PaymentWords): void {
  for (const kind of ['domesticPayment', 'internationalPayment'] as const) {
    consentRoutes(app, deps, words, kind)
    paymentRoutes(app, deps, words, kind)
  }
}

const signedByClient = { ob: { grant: 'client' as const, signed: true, idempotent: true } }
const signedByUser = { ob: { grant: 'psu' as const, signed: true, idempotent: true } }
const client = { ob: { grant: 'client' as const } }
const user = { ob: { grant: 'psu' as const } }

function consentRoutes(app: App, deps: InitiationDeps, words: PaymentWords, kind: PaymentKind): void {
  const { version } = words
  const path = `/${PATHS[kind].consents}`
  const read = compileBody(words.bodies[kind].consent)
  const described = describedRoutes(words, kind)

  app.post(path, { config: { ...signedByClient, documented: described.createConsent } }, async (request, reply) => {
    const body = read(request.body) as Body
    const { clientId } = request.thirdParty
    const act = actOf(deps, request)
    const call = idempotentCall(request, act.wall)
    const make = async (): Promise<MadeConsent> => {
      const checked = await consentOrder(deps, words, kind, body, request)
      const order = { clientId, version, kind, ...checked, record: payeeRequestOf }
      const consent = await deps.consents.store(order, call, act)
      if (consent) return { consent, replayed: false }
      const create = async (tx: Tx) => (await createPaymentConsent(tx, order, act)).consentId
      return inTransaction(deps.db, (tx) => onceInADay(tx, call, () => create(tx)))
    }
    // A repetition is answered before anything is priced or the payee's bank is asked again.
    const before = await madeBefore(deps.db.reader, call)
    const made = before === undefined ? await make() : { resourceId: before, replayed: true }
    const consent = 'consent' in made ? made.consent : await consentMade(deps, clientId, made.resourceId, act.at)
    if (!made.replayed) await askPayeesBank(deps, consent, act.at)
    return reply.code(201).send(presentConsent(words, consent, deps.baseUrl()))
  })

  app.get(`${path}/:ConsentId`, { config: { ...client, documented: described.readConsent } }, async (request) => {
    const name = { clientId: request.thirdParty.clientId, consentId: consentIdOf(request) }
    const consent = await getConsent(deps.db.reader, name, { version, kinds: [kind], act: 'read' }, request.receivedAt)
    return presentConsent(words, consent, deps.baseUrl())
  })

  const funds = { ...user, documented: described.confirmFunds }
  app.get(`${path}/:ConsentId/funds-confirmation`, { config: funds }, async (request) => {
    const now = request.receivedAt
    const consent = await getUsableConsent(
      deps.db.reader,
      request.thirdParty,
      consentIdOf(request),
      { version, kind },
      now,
    )
    return presentFunds(await fundsAvailable(deps, consent, now), now, deps.baseUrl(), request.url)
  })
}

/** A consent that was stored now, or the id of one. */
type MadeConsent = { replayed: boolean } & ({ resourceId: string } | { consent: Consent })

async function consentMade(
  { db }: Pick<InitiationDeps, 'db'>,
  clientId: string,
  consentId: string,
  at: Date,
): Promise<Consent> {
  const consent = await findConsent(db.reader, { clientId, consentId }, at)
  invariant(consent, 'a created consent exists')
  return consent
}

const consentIdOf = (request: FastifyRequest) => (request.params as { ConsentId: string }).ConsentId

/** The body's initiation and risk in our vocabulary, its rate digit for digit. */
function termsOf(words: PaymentWords, { Data, Risk }: Body, exact: unknown): Pick<PaymentTerms, 'initiation' | 'risk'> {
  const digits = (exact as Body).Data.Initiation['ExchangeRateInformation'] as { ExchangeRate?: string } | undefined
  const rate = Data.Initiation['ExchangeRateInformation'] as Members | undefined
  if (digits?.ExchangeRate !== undefined && !/^\d{1,10}(\.\d{1,10})?$/.test(digits.ExchangeRate))
    throw refuseField('/Data/Initiation/ExchangeRateInformation/ExchangeRate', 'ob_field_invalid', {
      detail: 'send a plain decimal, for example 1.2534',
    })
  const { ExchangeRateInformation: _digitForDigit, ...others } = Data.Initiation
  checkNumbers(others, (exact as Body).Data.Initiation, '/Data/Initiation')
  checkNumbers(Risk, (exact as Body).Risk, '/Risk')
  const initiation = {
    ...Data.Initiation,
    ...(digits?.ExchangeRate === undefined
      ? {}
      : { ExchangeRateInformation: { ...rate, ExchangeRate: digits.ExchangeRate } }),
  }
  return { initiation: words.initiation.in(initiation), risk: words.risk.in(Risk) }
}

/** A consent's order, checked and priced before the transaction that stores it. */
async function consentOrder(
  deps: InitiationDeps,
  words: PaymentWords,
  kind: PaymentKind,
  body: Body,
  request: FastifyRequest,
) {
  const now = request.receivedAt
  const { Authorisation, SCASupportData, ReadRefundAccount } = body.Data as Members & {
    Authorisation?: { CompletionDateTime?: string }
    SCASupportData?: Members
    ReadRefundAccount?: 'Yes' | 'No'
  }
  const terms = termsOf(words, body, request.exactBody)
  const { initiation, risk } = asked(terms)
  const [completion, checked] = asSent(words, () => {
    const found = checkAll(
      () => checkCompletion(Authorisation, now),
      () => checkOrder(kind, { initiation, risk }, deps),
      () => checkCarried({ initiation, risk }),
    )
    checkCarriedOn(initiation, found[1])
    return found
  })
  const { offer, rateUntil } = await offerFor(deps, { initiation, risk }, checked, now)
  const by = [completion, rateUntil].filter((each) => each !== undefined).sort((a, b) => a.getTime() - b.getTime())[0]
  return {
    payment: {
      currency: initiation.InstructedAmount.Currency,
      amountMinor: checked.amountMinor,
      currencyOfTransfer: kind === 'internationalPayment' ? transferCurrency(initiation) : null,
      creditorName: initiation.CreditorAccount.Name,
      creditorScheme: namespaced(initiation.CreditorAccount.SchemeName),
      creditorIdentification: initiation.CreditorAccount.Identification,
      reference: creditorReference(initiation) ?? checked.reference,
    },
    terms: {
      ...terms,
      ...(Authorisation ? { authorisation: Authorisation as Members } : {}),
      ...(SCASupportData ? { scaSupportData: SCASupportData } : {}),
      ...(ReadRefundAccount ? { readRefundAccount: ReadRefundAccount } : {}),
    },
    offer: offer as unknown as Record<string, unknown>,
    ...(by ? { authoriseBy: by } : {}),
  }
}

function actOf(deps: InitiationDeps, request: FastifyRequest) {
  const actor = { type: 'client' as const, id: request.thirdParty.clientId }
  return { actor, at: request.receivedAt, wall: deps.clock.wall(), ...originOf(request) }
}

function paymentRoutes(app: App, deps: InitiationDeps, words: PaymentWords, kind: PaymentKind): void {
  const { version } = words
  const path = `/${PATHS[kind].payments}`
  const read = compileBody(words.bodies[kind].payment)
  const described = describedRoutes(words, kind)

  app.post(path, { config: { ...signedByUser, documented: described.createPayment } }, async (request, reply) => {
    const body = read(request.body) as Body
    const terms = termsOf(words, body, request.exactBody)
    const act = actOf(deps, request)
    const order = {
      consentId: body.Data.ConsentId!,
      as: { version, kind },
      terms,
      call: idempotentCall(request, act.wall),
    }
    const { initiated, replayed } = await inSetOrAlone({
      async inSet() {
        const made = await madeInSet(deps, words, request.thirdParty, order, act)
        return made && (() => made)
      },
      alone: () => madeAlone(deps, words, request.thirdParty, order, act),
      hasKey: true,
    })
    return reply.code(201).send(presentPayment(words, initiated, deps.baseUrl(), !replayed))
  })

  const get = (ending: string, documented: Documented, present: (initiated: Initiated) => object) =>
    app.get(`${path}/:PaymentId${ending}`, { config: { ...client, documented } }, async (request) => {
      const link = await linkOf(deps, request, { version, kind })
      return present(await initiatedOf(deps, link, request.receivedAt))
    })
  get('', described.readPayment, (initiated) => presentPayment(words, initiated, deps.baseUrl(), false))
  get('/payment-details', described.readDetails, (initiated) => presentDetails(words, initiated, deps.baseUrl()))
}

/** A request for the payment of a consent. */
interface AskedPayment {
  consentId: string
  as: Pick<InitiatedPayment, 'version' | 'kind'>
  terms: Pick<PaymentTerms, 'initiation' | 'risk'>
  call: IdempotentCall
}

type Caller = FastifyRequest['thirdParty']
type Made = Promise<{ initiated: Initiated; replayed: boolean }>

/** Makes a payment together with others; undefined for any that is not plain, replayed or rejected: nothing is stored then. */
async function madeInSet(
  deps: InitiationDeps,
  words: PaymentWords,
  caller: Caller,
  { consentId, as, terms, call }: AskedPayment,
  act: ReturnType<typeof actOf>,
): Promise<Awaited<Made> | undefined> {
  let consent: Consent
  try {
    consent = await getUsableConsent(deps.db.reader, caller, consentId, as, act.at)
    checkSame(words, consent, terms)
    await deps.backlog.check()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
  const made = await initiateInSet(deps, consent, call, act)
  return made && { initiated: await withParties(deps, { ...made, consent }), replayed: false }
}

/** Makes a payment in a transaction of its own, or finds the one of an earlier call with the key. */
async function madeAlone(
  deps: InitiationDeps,
  words: PaymentWords,
  caller: Caller,
  { consentId, as, terms, call }: AskedPayment,
  act: ReturnType<typeof actOf>,
): Made {
  const { resourceId, replayed } = await inTransaction(deps.db, (tx) =>
    onceInADay(tx, call, async () => {
      const consent = await getUsableConsent(tx, caller, consentId, as, act.at)
      checkSame(words, consent, terms)
      await deps.backlog.check()
      return formatId('pay', await initiate(tx, deps, consent, act))
    }),
  )
  const link = await findInitiated(deps.db.reader, parseId('pay', resourceId)!)
  invariant(link, 'a created payment exists')
  return { initiated: await initiatedOf(deps, link, act.at), replayed }
}

/**
 * The payment of the address. A payment of v3.1 can be read in v4.0, one of v4.0 is unknown to v3.1.
 *
 * @throws ob_resource_not_found (400) for one that this version does not know; ob_forbidden (403) for one of another third party
 */
async function linkOf(
  { db }: InitiationDeps,
  request: FastifyRequest,
  as: Pick<InitiatedPayment, 'version' | 'kind'>,
): Promise<InitiatedPayment> {
  const { PaymentId } = request.params as { PaymentId: string }
  const paymentId = parseId('pay', PaymentId)
  const link = paymentId === undefined ? undefined : await findInitiated(db.reader, paymentId)
  const isKnown = link?.kind === as.kind && (link.version === as.version || as.version === '4.0')
  if (!isKnown) {
    const detail = `use the ${PATHS[as.kind].id} of a payment of this client, not ${PaymentId.slice(0, 64)}`
    throw refuseOb.ob_resource_not_found({ detail })
  }
  if (link.clientId !== request.thirdParty.clientId) throw ofAnother()
  return link
}

/**
 * Checks field by field that the payment equals the consent. @throws ob_consent_mismatch (U008) with every difference
 */
function checkSame(words: PaymentWords, { terms }: Consent, sent: Pick<PaymentTerms, 'initiation' | 'risk'>): void {
  const places = [
    ...differences(terms!.initiation, sent.initiation, '/Data/Initiation'),
    ...differences(comparable(words, terms!.risk), comparable(words, sent.risk), '/Risk'),
  ]
  if (places.length > 0)
    throw refuseErrors(places.map((place) => fieldErrorOf(words.place(place), refuseOb.ob_consent_mismatch())))
}

/** Runs a check of a converted request; its errors name the fields as they were sent. */
function asSent<T>(words: PaymentWords, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors.length === 0) throw error
    throw refuseErrors(error.errors.map((each) => ({ ...each, pointer: words.place(each.pointer) })))
  }
}

/** Risk with the two spellings of one member as one. */
const comparable = (_words: PaymentWords, { ContractPresentInidicator: misspelt, ...risk }: Members): Members =>
  misspelt === undefined ? risk : { ...risk, ContractPresentIndicator: misspelt }

/** All that an answer about a payment needs. */
async function initiatedOf(deps: InitiationDeps, link: InitiatedPayment, now: Date): Promise<Initiated> {
  const { clientId, consentUuid, entityId, paymentId } = link
  const { reader } = deps.db
  const [payment, consent] = await Promise.all([
    findPayment(reader, entityId, paymentId),
    findConsent(reader, { clientId, consentId: formatConsentId(consentUuid) }, now),
  ])
  invariant(payment && consent, 'an initiated payment has its consent')
  return withParties(deps, { consent, link, payment })
}

/** Adds the paying account, its owner and the approval of the exchange. */
async function withParties(
  { accounts, entities, db }: Pick<InitiationDeps, 'accounts' | 'entities' | 'db'>,
  found: Omit<Initiated, 'account' | 'holder' | 'deal'>,
): Promise<Initiated> {
  const { entityId } = found.link
  const account = await accounts.find(entityId, formatId('acc', found.consent.accountIds[0]!))
  const profile = await entities.get(entityId)
  invariant(account && profile, 'the paying account and its owner exist')
  const { tradeId } = found.link
  const deal = tradeId === null ? undefined : await approvalOfDeal(db.reader, entityId, tradeId)
  return { ...found, account, holder: profile.entity.legalName, deal: needsApprovalOf(found, deal) ? deal : undefined }
}
