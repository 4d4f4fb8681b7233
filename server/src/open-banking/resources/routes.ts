import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { presentStatement, STATEMENT_MEDIA, writeStatement } from '../../accounts/index.ts'
import type { App } from '../../kernel/http/http.ts'
import type { Documented } from '../../kernel/http/openapi/documented.ts'
import type { PermissionCode } from '../consents/index.ts'
import { answerOf, type Envelope, exactly, type ObVersion, pageLinks, type Positions, selfOnly } from '../http/index.ts'
import { type Access, accountOf, openAccess, requireOneOf } from './access.ts'
import { accountItems, balanceItems } from './accounts.ts'
import { beneficiaryItems } from './beneficiaries.ts'
import type { ResourceDeps } from './deps.ts'
import type { AccountItem, BalanceItem, BeneficiaryItem, StatementItem, TransactionItem } from './items.ts'
import { pageOfList } from './list.ts'
import { DESCRIBED } from './document/operations.ts'
import type { AccountSchemas } from './document/schemas.ts'
import { spanOf, within } from './range.ts'
import { getStatement, statementItem, statementItems } from './statements.ts'
import { statementPage, transactionPage } from './transactions.ts'

/** A version's words for account information: each item of ours as an object of its wire. */
export interface AccountWords {
  version: ObVersion
  account: (item: AccountItem) => object
  balance: (item: BalanceItem) => object
  beneficiary: (item: BeneficiaryItem) => object
  transaction: (item: TransactionItem) => object
  statement: (item: StatementItem) => object
  /** Schemas of these objects. */
  schemas: AccountSchemas
}

type Answer = { Data: object } & Envelope
type Handler = (access: Access, request: FastifyRequest) => Promise<Answer>

/** One of these is needed for a resource. Transactions need a direction besides. */
const ACCOUNTS = ['ReadAccountsBasic', 'ReadAccountsDetail'] as const
const BALANCES = ['ReadBalances'] as const
const BENEFICIARIES = ['ReadBeneficiariesBasic', 'ReadBeneficiariesDetail'] as const
const TRANSACTIONS = ['ReadTransactionsBasic', 'ReadTransactionsDetail'] as const
const STATEMENTS = ['ReadStatementsBasic', 'ReadStatementsDetail'] as const

/** Query parameters of lists. */
const PAGED = ['page'] as const
const BOOKED = [...PAGED, 'fromBookingDateTime', 'toBookingDateTime'] as const
const STATED = [...PAGED, 'fromStatementDateTime', 'toStatementDateTime'] as const

const describe = ({ schemas }: AccountWords, path: string): Documented => {
  const { list, ...documented } = DESCRIBED[path]!
  return { ...documented, answers: { 200: answerOf(exactly({ [list]: Type.Array(schemas[list]) })) } }
}

/** GET routes of account information, per account and in bulk, in a version's words. */
export function accountInformationRoutes(app: App, deps: ResourceDeps, words: AccountWords): void {
  const get = (path: string, needed: readonly PermissionCode[], handler: Handler, query: readonly string[] = []) => {
    const documented = describe(words, path)
    app.get(path, { config: { ob: { grant: 'psu', query }, documented } }, async (request) => {
      const access = await openAccess(deps, request.thirdParty, words.version, request)
      requireOneOf(access, needed)
      return handler(access, request)
    })
  }
  const { accounts, balances, beneficiaries, transactions, statements } = collections(deps, words)
  const { statement, statementTransactions } = ofOneStatement(deps, words)

  get('/accounts', ACCOUNTS, accounts)
  get('/accounts/:AccountId', ACCOUNTS, accounts)
  get('/accounts/:AccountId/balances', BALANCES, balances)
  get('/balances', BALANCES, balances)
  get('/accounts/:AccountId/beneficiaries', BENEFICIARIES, beneficiaries, PAGED)
  get('/beneficiaries', BENEFICIARIES, beneficiaries, PAGED)
  get('/accounts/:AccountId/transactions', TRANSACTIONS, transactions, BOOKED)
  get('/transactions', TRANSACTIONS, transactions, BOOKED)
  get('/accounts/:AccountId/statements', STATEMENTS, statements, STATED)
  get('/statements', STATEMENTS, statements, STATED)
  get('/accounts/:AccountId/statements/:StatementId', STATEMENTS, statement)
  get('/accounts/:AccountId/statements/:StatementId/transactions', TRANSACTIONS, statementTransactions, PAGED)
  statementFileRoute(app, deps, words.version)
}

/** Resources of one account where the path names one, of all accounts of the consent otherwise. */
function collections(deps: ResourceDeps, words: AccountWords) {
  const envelope = (request: FastifyRequest) => selfOnly(deps.baseUrl(), request.url)
  const paged = (request: FastifyRequest, positions: Positions) => pageLinks(deps.baseUrl(), request.url, positions)

  const accounts: Handler = async (access, request) => {
    const items = accountItems(access, chosen(access, request))
    return { Data: { Account: items.map(words.account) }, ...envelope(request) }
  }
  const balances: Handler = async (access, request) => {
    const items = await balanceItems(deps, access, chosen(access, request))
    return { Data: { Balance: items.map(words.balance) }, ...envelope(request) }
  }
  const beneficiaries: Handler = async (access, request) => {
    const own = chosen(access, request)
    const all = await beneficiaryItems(deps, access, own, isBulk(request) ? undefined : own[0])
    const { items, ...positions } = pageOfList('ob-beneficiaries', all, (item) => item.beneficiaryId, pageOf(request))
    return { Data: { Beneficiary: items.map(words.beneficiary) }, ...paged(request, positions) }
  }
  const transactions: Handler = async (access, request) => {
    const span = within(access.consent, spanOf(request, 'fromBookingDateTime', 'toBookingDateTime'))
    const page = await transactionPage(deps, access, chosen(access, request), span, pageOf(request))
    return { Data: { Transaction: page.items.map(words.transaction) }, ...paged(request, page) }
  }
  const statements: Handler = async (access, request) => {
    const span = spanOf(request, 'fromStatementDateTime', 'toStatementDateTime')
    const all = await statementItems(deps, access, chosen(access, request), span)
    const sorted = all.sort((a, b) => (a.statementId < b.statementId ? 1 : -1))
    const { items, ...positions } = pageOfList('ob-statements', sorted, (item) => item.statementId, pageOf(request))
    return { Data: { Statement: items.map(words.statement) }, ...paged(request, positions) }
  }
  return { accounts, balances, beneficiaries, transactions, statements }
}

/** The account that the path names, or all of the consent. @throws as `accountOf` */
const chosen = (access: Access, request: FastifyRequest) =>
  isBulk(request) ? access.accounts : [accountOf(access, paramsOf(request).AccountId)]

/** A statement, and the transactions in it. */
function ofOneStatement(deps: ResourceDeps, words: AccountWords) {
  const statement: Handler = async (access, request) => {
    const item = statementItem(access, await statementOf(deps, access, request))
    return { Data: { Statement: [words.statement(item)] }, ...selfOnly(deps.baseUrl(), request.url) }
  }
  const statementTransactions: Handler = async (access, request) => {
    const { afterSequence, lastSequence } = await statementOf(deps, access, request)
    const account = accountOf(access, paramsOf(request).AccountId)
    const bounds = { after: afterSequence, last: lastSequence }
    const page = await statementPage(deps, access, account, bounds, pageOf(request))
    const links = pageLinks(deps.baseUrl(), request.url, page)
    return { Data: { Transaction: page.items.map(words.transaction) }, ...links }
  }
  return { statement, statementTransactions }
}

const FILES = { 'application/pdf': 'pdf', 'text/csv': 'csv' } as const
type FileType = keyof typeof FILES

const STATEMENT_FILE = {
  id: 'getStatementFile',
  summary: 'Download a statement',
  description: 'Returns the statement as PDF, or as CSV if the `Accept` header prefers it. Needs ReadStatementsDetail.',
  answers: { 200: Type.String() },
  produces: Object.keys(FILES),
}

/** The statement as a file: PDF where the caller does not say, CSV when its Accept header prefers it. */
function statementFileRoute(app: App, deps: ResourceDeps, version: ObVersion): void {
  app.get(
    '/accounts/:AccountId/statements/:StatementId/file',
    { config: { ob: { grant: 'psu', produces: Object.keys(FILES) }, documented: STATEMENT_FILE } },
    async (request, reply: FastifyReply) => {
      const access = await openAccess(deps, request.thirdParty, version, request)
      requireOneOf(access, ['ReadStatementsDetail'])
      const statement = await statementOf(deps, access, request)
      const format = FILES[request.answerType as FileType]
      const chunks = await writeStatement(deps, statement, format)
      const { header, ending } = STATEMENT_MEDIA[format]
      const name = `statement-${presentStatement(statement).reference}.${ending}`
      return reply
        .headers({ 'content-type': header, 'content-disposition': `attachment; filename="${name}"` })
        .send(Readable.from(chunks, { objectMode: false }))
    },
  )
}

const paramsOf = (request: FastifyRequest) => request.params as { AccountId: string; StatementId: string }
const isBulk = (request: FastifyRequest): boolean => paramsOf(request).AccountId === undefined

function statementOf(deps: ResourceDeps, access: Access, request: FastifyRequest) {
  const { AccountId, StatementId } = paramsOf(request)
  return getStatement(deps, access, accountOf(access, AccountId), StatementId)
}

/** Position of a page, out of a link of ours. */
function pageOf(request: FastifyRequest): string | undefined {
  const { page } = request.query as { page?: string | string[] }
  return page === undefined ? undefined : String(page)
}
