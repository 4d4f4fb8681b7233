/**
 * Names of resources: the first column is the name in the SDK and the CLI, the others are the noun of operation ids, in
 * the singular and the plural. `createPayment` is `payments.create`, `getTradeConfirmation` is `trades.getConfirmation`.
 */
const RESOURCES = [
  ['accounts', 'Account', 'Accounts'],
  ['audit', 'Audit', 'Audit'],
  ['balances', 'Balance', 'Balances'],
  ['beneficiaries', 'Beneficiary', 'Beneficiaries'],
  ['clock', 'Clock', 'Clock'],
  ['credit', 'Credit', 'Credit'],
  ['drawdowns', 'Drawdown', 'Drawdowns'],
  ['entities', 'Entity', 'Entities'],
  ['events', 'Event', 'Events'],
  ['facilities', 'Facility', 'Facilities'],
  ['forwards', 'Forward', 'Forwards'],
  ['heldRates', 'HeldRate', 'HeldRates'],
  ['inboundPayments', 'InboundPayment', 'InboundPayments'],
  ['internalTransfers', 'InternalTransfer', 'InternalTransfers'],
  ['marginCalls', 'MarginCall', 'MarginCalls'],
  ['market', 'Market', 'Market'],
  ['notificationRecipients', 'NotificationRecipient', 'NotificationRecipients'],
  ['payees', 'Payee', 'Payees'],
  ['paymentBatches', 'PaymentBatch', 'PaymentBatches'],
  ['payments', 'Payment', 'Payments'],
  ['sandbox', 'Sandbox', 'Sandbox'],
  ['spot', 'Spot', 'Spot'],
  ['statements', 'Statement', 'Statements'],
  ['tokens', 'Token', 'Tokens'],
  ['trades', 'Trade', 'Trades'],
  ['transactions', 'Transaction', 'Transactions'],
  ['virtualAccounts', 'VirtualAccount', 'VirtualAccounts'],
  ['webhooks', 'Webhook', 'Webhooks'],
]

/** Nouns that also appear at the end of a name: `getInterimStatement` is `statements.getInterim`. */
const LAST = new Set(['statements'])

/** Names of groups, for operations whose noun is not a resource: `listMagicValues` is `sandbox.listMagicValues`. */
const GROUPS = { Authentication: 'tokens', 'FX reference': 'fx' }

const byLength = [...RESOURCES].sort(([, a = ''], [, b = '']) => b.length - a.length)

/**
 * Returns the resource and the method of an operation.
 *
 * @param {string} operationId
 * @param {string} tag
 * @returns {{ resource: string, method: string }}
 */
export function nameOf(operationId, tag) {
  const [, verb = '', noun = ''] = /^([a-z]+)(.*)$/.exec(operationId) ?? []
  for (const [resource = '', one = '', many = ''] of byLength) {
    if (noun === one || noun === many) return { resource, method: verb }
    if (new RegExp(`^${one}[A-Z]`).test(noun)) return { resource, method: verb + noun.slice(one.length) }
    const end = LAST.has(resource) && [many, one].find((each) => noun.endsWith(each))
    if (end) return { resource, method: verb + noun.slice(0, -end.length) }
  }
  return { resource: GROUPS[tag] ?? camelCase(tag), method: operationId }
}

/** Returns the name of the method that returns a file: `getConfirmation` becomes `downloadConfirmation`. */
export const downloadName = (/** @type {string} */ method) => method.replace(/^[a-z]+/, 'download')

/** Returns a tag as a name: "FX spot" is fxSpot. */
const camelCase = (/** @type {string} */ tag) =>
  tag.toLowerCase().replace(/[^a-z0-9]+([a-z0-9])/g, (_all, letter) => letter.toUpperCase())

/** Returns a name in the form of a command: listOptions is list-options. */
export const kebabCase = (/** @type {string} */ name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns a name in the form of Python: accountId is account_id, and `from` is `from_`. */
export const pythonName = (/** @type {string} */ name) => safeName(snakeCase(name))

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** Returns true for a name that Python takes as it is. */
export const isPythonName = (/** @type {string} */ name) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name)

/** Returns a name in lower case with underscores. */
export const snakeCase = (/** @type {string} */ name) =>
  name
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, (_all, a, b) => `${a}_${b}`)
    .toLowerCase()

const safeName = (/** @type {string} */ name) => (KEYWORDS.has(name) ? `${name}_` : name)
