import type { Scene } from './player.ts'

/** Tokens, entities, accounts and what is reported of them. */
export async function playAccounts({ example, accounts, secrets, entities }: Scene): Promise<void> {
  await example('getAuthorizationServerMetadata', {})
  const client = { client_id: secrets.clientId, client_secret: secrets.clientSecret }
  const { access_token: token } = await example('createToken', {
    form: { grant_type: 'client_credentials', ...client, scope: 'reporting:read payments:read' },
  })
  await example('introspectToken', { form: { token, ...client } })
  await example('revokeToken', { form: { token, ...client } })

  await example('listEntities', { as: 'rm' })
  await example('getEntitySettings', { as: 'rm', query: { entityId: entities.rm } })
  await example('listAccounts', { as: 'rm', query: { currency: 'EUR', limit: '2' } })
  await example('getAccount', { as: 'rm', path: { accountId: accounts.rm.EUR } })
  await example('listBalances', { as: 'rm', query: { accountId: accounts.rm.EUR } })

  const opened = await example('openVirtualAccount', {
    as: 'rm',
    body: { accountId: accounts.rm.EUR, name: 'Rent, tenant 4711', clientReference: 'tenant-4711' },
  })
  const path = { virtualAccountId: opened.virtualAccountId }
  await example('listVirtualAccounts', { as: 'rm', query: { accountId: accounts.rm.EUR, limit: '2' } })
  await example('getVirtualAccount', { as: 'rm', path })
  const inbound = await example('createInboundPayment', {
    as: 'rm',
    body: {
      virtualAccountId: opened.virtualAccountId,
      amount: '1250.00',
      currency: 'EUR',
      reference: 'Rent November',
      debtorName: 'Anna Beispiel',
      debtorIban: 'DE89370400440532013000',
    },
  })
  await example('listInboundPayments', { as: 'rm', query: { accountId: accounts.rm.EUR, limit: '2' } })
  await example('getInboundPayment', { as: 'rm', path: { inboundPaymentId: inbound.inboundPaymentId } })
  await example('closeVirtualAccount', { as: 'rm', path })

  await example('listTransactions', { as: 'rm', query: { accountId: accounts.rm.EUR, limit: '2' } })
  await example('getInterimStatement', {
    as: 'rm',
    query: { accountId: accounts.rm.EUR, from: '2026-11-16', to: '2026-11-16' },
    headers: JSON_ONLY,
  })
}

const JSON_ONLY = { accept: 'application/json' }

/** Statements of closed days, after the first day of the examples. */
export async function playStatements({ example, accounts }: Scene): Promise<void> {
  const { data } = await example('listStoredStatements', {
    as: 'rm',
    query: { accountId: accounts.rm.EUR, period: 'Day', limit: '2' },
  })
  await example('getStoredStatement', {
    as: 'rm',
    path: { statementId: data[0].statementId },
    headers: JSON_ONLY,
  })
}
