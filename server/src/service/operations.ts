import type { Examples } from '../kernel/http/openapi/examples.ts'
import type { ReachableErrors } from '../kernel/http/openapi/thrown-codes.ts'
import type { OperationGroup } from '../kernel/http/openapi/openapi.ts'
import errors from './operation-errors.json' with { type: 'json' }
import examples from './operation-examples.json' with { type: 'json' }

/** Codes that the operations can throw. Generated from the code: see `server/test/contract/errors.test.ts`. */
export const OPERATION_ERRORS: ReachableErrors = errors

/** Executed examples of the operations. Recorded by `server/test/contract/examples.test.ts`. */
export const OPERATION_EXAMPLES = examples as unknown as Examples

/**
 * Operations of the main interface in the order of the API document. Client generators name their methods after these ids:
 * a released id never changes.
 */
export const OPERATION_GROUPS: readonly OperationGroup[] = [
  {
    name: 'Authentication',
    description: 'OAuth 2.0 access tokens for client programs.',
    operations: {
      'GET /.well-known/oauth-authorization-server': 'getAuthorizationServerMetadata',
      'POST /v1/oauth2/token': 'createToken',
      'POST /v1/oauth2/revoke': 'revokeToken',
      'POST /v1/oauth2/introspect': 'introspectToken',
    },
  },
  {
    name: 'Accounts',
    description: 'Accounts, balances, transactions, statements, virtual accounts and inbound payments.',
    operations: {
      'GET /v1/accounts': 'listAccounts',
      'GET /v1/accounts/{accountId}': 'getAccount',
      'GET /v1/balances': 'listBalances',
      'GET /v1/transactions': 'listTransactions',
      'GET /v1/statements': 'getInterimStatement',
      'GET /v1/statements/stored': 'listStoredStatements',
      'GET /v1/statements/{statementId}': 'getStoredStatement',
      'POST /v1/virtual-accounts': 'openVirtualAccount',
      'GET /v1/virtual-accounts': 'listVirtualAccounts',
      'GET /v1/virtual-accounts/{virtualAccountId}': 'getVirtualAccount',
      'POST /v1/virtual-accounts/{virtualAccountId}/close': 'closeVirtualAccount',
      'GET /v1/inbound-payments': 'listInboundPayments',
      'GET /v1/inbound-payments/{inboundPaymentId}': 'getInboundPayment',
    },
  },
  {
    name: 'Admin',
    description: 'Entities of the client and their settings.',
    operations: {
      'GET /v1/entities': 'listEntities',
      'GET /v1/entities/settings': 'getEntitySettings',
    },
  },
  {
    name: 'Credit',
    description: 'Facilities, margin calls and mark-to-market.',
    operations: {
      'GET /v1/credit/facilities': 'listFacilities',
      'GET /v1/credit/facilities/{facilityId}/terms': 'listFacilityTerms',
      'GET /v1/credit/facilities/{facilityId}/letter': 'getFacilityLetter',
      'GET /v1/credit/margin-calls': 'listMarginCalls',
      'GET /v1/credit/margin-calls/{marginCallId}': 'getMarginCall',
      'POST /v1/credit/margin-calls/{marginCallId}/settle': 'settleMarginCall',
      'GET /v1/credit/mtm/trades': 'listTradeMtm',
      'GET /v1/credit/mtm/currency-pairs': 'listCurrencyPairMtm',
      'POST /v1/credit/simulate': 'simulateCredit',
    },
  },
  {
    name: 'FX spot',
    description: 'Spot quotes, deals and their amendments.',
    operations: {
      'POST /v1/fx/quotes/spot': 'quoteSpot',
      'POST /v1/fx/trades/spot': 'bookSpot',
      'POST /v1/fx/trades/spot/{tradeId}/amendments/quote': 'quoteSpotAmendment',
      'POST /v1/fx/trades/spot/{tradeId}/amendments': 'bookSpotAmendment',
    },
  },
  {
    name: 'FX forwards',
    description: 'Forward quotes, deals, drawdowns and amendments.',
    operations: {
      'POST /v1/fx/quotes/forwards': 'quoteForward',
      'POST /v1/fx/trades/forwards': 'bookForward',
      'GET /v1/fx/trades/forwards/reasons': 'listForwardReasons',
      'GET /v1/fx/trades/forwards/{tradeId}': 'getForward',
      'GET /v1/fx/trades/forwards/{tradeId}/initial-margin': 'getForwardInitialMargin',
      'POST /v1/fx/trades/forwards/drawdowns': 'createDrawdowns',
      'POST /v1/fx/trades/forwards/drawdowns/{drawdownId}/cancel': 'cancelDrawdown',
      'GET /v1/fx/trades/forwards/{tradeId}/drawdowns': 'listDrawdowns',
      'POST /v1/fx/trades/forwards/{tradeId}/amendments/quote': 'quoteForwardAmendment',
      'POST /v1/fx/trades/forwards/{tradeId}/amendments': 'bookForwardAmendment',
    },
  },
  {
    name: 'FX held rates',
    description: 'Rates held for the client until they expire.',
    operations: {
      'POST /v1/fx/quotes/held-rate': 'createHeldRate',
      'GET /v1/fx/quotes/held-rate': 'listHeldRates',
      'GET /v1/fx/quotes/held-rate/{quoteId}': 'getHeldRate',
      'POST /v1/fx/quotes/held-rate/{quoteId}/cancel': 'cancelHeldRate',
      'POST /v1/fx/trades/held-rate': 'bookHeldRate',
    },
  },
  {
    name: 'FX rate alerts',
    description: 'Events when the market reaches a rate.',
    operations: {
      'POST /v1/fx/rate-alerts': 'createRateAlert',
      'GET /v1/fx/rate-alerts': 'listRateAlerts',
      'GET /v1/fx/rate-alerts/{rateAlertId}': 'getRateAlert',
      'POST /v1/fx/rate-alerts/{rateAlertId}/cancel': 'cancelRateAlert',
    },
  },
  {
    name: 'FX orders',
    description: 'Limit and stop orders, which deal for spot once their rate is reached.',
    operations: {
      'POST /v1/fx/orders': 'placeOrder',
      'GET /v1/fx/orders': 'listOrders',
      'GET /v1/fx/orders/{orderId}': 'getOrder',
      'POST /v1/fx/orders/{orderId}/cancel': 'cancelOrder',
    },
  },
  {
    name: 'FX reference',
    description: 'Trades of all products, dates, calendars and indicative prices.',
    operations: {
      'GET /v1/fx/earliest-settlement': 'getEarliestSettlement',
      'GET /v1/fx/spot-value-dates': 'listSpotValueDates',
      'GET /v1/fx/calendars': 'listCalendars',
      'GET /v1/fx/quotes/estimate': 'estimateRate',
      'GET /v1/fx/trades': 'listTrades',
      'GET /v1/fx/trades/{tradeId}': 'getTrade',
      'GET /v1/fx/trades/{tradeId}/confirmation': 'getTradeConfirmation',
    },
  },
  {
    name: 'Payments',
    description: 'Payments, payment batches and the verification of payees.',
    operations: {
      'POST /v1/payments/verification': 'verifyPayee',
      'POST /v1/payments/validate': 'validatePayment',
      'POST /v1/payments': 'createPayment',
      'GET /v1/payments': 'listPayments',
      'GET /v1/payments/{paymentId}': 'getPayment',
      'GET /v1/payments/{paymentId}/tracking': 'trackPayment',
      'POST /v1/payments/{paymentId}/cancel': 'cancelPayment',
      'POST /v1/payments/{paymentId}/recall': 'recallPayment',
      'GET /v1/payments/earliest-settlement': 'getEarliestPaymentDate',
      'GET /v1/payments/options': 'listPaymentOptions',
      'GET /v1/payments/purpose-of-payment': 'listPaymentPurposes',
      'GET /v1/payment-batches': 'listPaymentBatches',
      'POST /v1/payment-batches': 'createPaymentBatch',
      'GET /v1/payment-batches/{batchId}': 'getPaymentBatch',
      'GET /v1/payment-batches/{batchId}/items': 'listPaymentBatchItems',
      'POST /v1/payment-batches/{batchId}/cancel': 'cancelPaymentBatch',
      'GET /v1/payments/{paymentId}/confirmation': 'getPaymentConfirmation',
    },
  },
  {
    name: 'Internal transfers',
    description: 'Transfers between accounts of one entity.',
    operations: {
      'POST /v1/internal-account-transfers': 'createInternalTransfer',
      'GET /v1/internal-account-transfers': 'listInternalTransfers',
      'GET /v1/internal-account-transfers/{internalAccountTransferId}': 'getInternalTransfer',
      'POST /v1/internal-account-transfers/{internalAccountTransferId}/cancel': 'cancelInternalTransfer',
    },
  },
  {
    name: 'Beneficiaries',
    description: 'Saved payees, and the details that each destination requires.',
    operations: {
      'GET /v1/beneficiaries/requirements': 'getBeneficiaryRequirements',
      'POST /v1/beneficiaries/validate': 'validateBeneficiary',
      'POST /v1/beneficiaries': 'createBeneficiary',
      'GET /v1/beneficiaries': 'listBeneficiaries',
      'GET /v1/beneficiaries/{beneficiaryId}': 'getBeneficiary',
      'PUT /v1/beneficiaries/{beneficiaryId}': 'replaceBeneficiary',
      'DELETE /v1/beneficiaries/{beneficiaryId}': 'deleteBeneficiary',
    },
  },
  {
    name: 'Approvals',
    description: 'Decisions of a second person on payments, trades, orders, transfers and payees.',
    operations: {
      'POST /v1/internal-account-transfers/{internalAccountTransferId}/approve': 'approveInternalTransfer',
      'POST /v1/internal-account-transfers/{internalAccountTransferId}/reject': 'rejectInternalTransfer',
      'POST /v1/fx/trades/{tradeId}/approve': 'approveTrade',
      'POST /v1/fx/trades/{tradeId}/reject': 'rejectTrade',
      'GET /v1/fx/trades/{tradeId}/approval': 'getTradeApproval',
      'POST /v1/fx/orders/{orderId}/approve': 'approveOrder',
      'POST /v1/fx/orders/{orderId}/reject': 'rejectOrder',
      'GET /v1/fx/orders/{orderId}/approval': 'getOrderApproval',
      'POST /v1/beneficiaries/{beneficiaryId}/approve': 'approveBeneficiary',
      'POST /v1/beneficiaries/{beneficiaryId}/reject': 'rejectBeneficiary',
      'POST /v1/payments/{paymentId}/approve': 'approvePayment',
      'POST /v1/payments/{paymentId}/reject': 'rejectPayment',
      'POST /v1/payments/{paymentId}/recall-approval': 'recallPaymentApproval',
      'POST /v1/payments/{paymentId}/request-approval': 'requestPaymentApproval',
    },
  },
  {
    name: 'Events',
    description: 'The feed of changes of an entity.',
    operations: {
      'GET /v1/events': 'listEvents',
    },
  },
  {
    name: 'Audit',
    description: 'The audit trail of an entity and its verification.',
    operations: {
      'GET /v1/audit': 'listAuditRecords',
      'GET /v1/audit/verify': 'verifyAudit',
    },
  },
  {
    name: 'Webhooks',
    description: 'Endpoints to which events are sent, and their deliveries.',
    operations: {
      'POST /v1/webhook-endpoints': 'createWebhookEndpoint',
      'GET /v1/webhook-endpoints': 'listWebhookEndpoints',
      'GET /v1/webhook-endpoints/{webhookEndpointId}': 'getWebhookEndpoint',
      'PATCH /v1/webhook-endpoints/{webhookEndpointId}': 'updateWebhookEndpoint',
      'DELETE /v1/webhook-endpoints/{webhookEndpointId}': 'deleteWebhookEndpoint',
      'POST /v1/webhook-endpoints/{webhookEndpointId}/rotate-secret': 'rotateWebhookSecret',
      'POST /v1/webhook-endpoints/{webhookEndpointId}/test': 'testWebhookEndpoint',
      'POST /v1/webhook-endpoints/{webhookEndpointId}/replay': 'replayWebhookEvents',
      'GET /v1/webhook-endpoints/{webhookEndpointId}/deliveries': 'listWebhookDeliveries',
      'GET /v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}': 'getWebhookDelivery',
      'POST /v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver': 'redeliverWebhook',
    },
  },
  {
    name: 'Notifications',
    description: 'Recipients of e-mails about margin calls, overdue trades and approvals.',
    operations: {
      'POST /v1/notification-recipients': 'createNotificationRecipient',
      'GET /v1/notification-recipients': 'listNotificationRecipients',
      'DELETE /v1/notification-recipients/{notificationRecipientId}': 'deleteNotificationRecipient',
    },
  },
  {
    name: 'Sandbox',
    description: 'Functions for testers, in the sandbox only.',
    operations: {
      'POST /v1/sandbox/margin-runs': 'runMargin',
      'GET /v1/sandbox/clock': 'getClock',
      'POST /v1/sandbox/clock': 'moveClock',
      'POST /v1/sandbox/inbound-payments': 'createInboundPayment',
      'POST /v1/sandbox/payments/{paymentId}/transition': 'transitionPayment',
      'POST /v1/sandbox/payees': 'createPayee',
      'POST /v1/sandbox/trades/{tradeId}/settle': 'settleTrade',
      'POST /v1/sandbox/market/{pair}': 'moveMarket',
      'POST /v1/sandbox/reset': 'resetSandbox',
      'GET /v1/sandbox/magic-values': 'listMagicValues',
    },
  },
  {
    name: 'Service',
    description: 'Health, error codes and changes of the interface.',
    operations: {
      'GET /health/live': 'getLiveness',
      'GET /health/ready': 'getReadiness',
      'GET /v1/errors': 'listErrors',
      'GET /v1/changelog': 'getChangelog',
    },
  },
]

const ids = new Map(OPERATION_GROUPS.flatMap(({ operations }) => Object.entries(operations)))

/** Returns the id of an operation by its method and route (`/v1/accounts/:accountId`); undefined where it has none. */
export const operationId = (method: string, route: string): string | undefined =>
  ids.get(`${method} ${route.replace(/:(\w+)/g, '{$1}')}`)
