import type { Scene } from './player.ts'

/** Webhooks, notifications, events, audit, the sandbox and the service itself. */
export async function playService(scene: Scene): Promise<void> {
  const { example } = scene
  await playWebhooks(scene)
  await example('listEvents', {
    as: 'rm',
    query: { entityId: scene.entities.rm, types: 'payment.completed', limit: '2' },
  })
  await example('listAuditRecords', { as: 'rm', query: { limit: '2' } })
  await example('verifyAudit', { as: 'rm' })
  const recipient = await example('createNotificationRecipient', {
    as: 'rm',
    body: { entityId: scene.entities.rm, email: 'treasury@nordhafen.example', topics: ['MarginCalls'] },
  })
  await example('listNotificationRecipients', { as: 'rm' })
  await example('deleteNotificationRecipient', {
    as: 'rm',
    path: { notificationRecipientId: recipient.notificationRecipientId },
  })
  await example('getLiveness', {})
  await example('getReadiness', {})
  await example('listErrors', {})
  await example('getChangelog', {})
  await example('listMagicValues', { as: 'rm' })
  await example('getClock', { as: 'rm' })
  await playSettlement(scene)
  await example('moveClock', { as: 'rm', body: { advance: 'P1D' } })
  await example('resetSandbox', { as: 'rm', body: {} })
}

async function playWebhooks({ example, entities }: Scene): Promise<void> {
  const order = { entityId: entities.rm, url: 'https://1.1.1.1/webhooks/cambist', events: ['payment.completed'] }
  const made = await example('createWebhookEndpoint', { as: 'rm', body: order })
  const path = { webhookEndpointId: made.webhookEndpointId as string }
  await example('listWebhookEndpoints', { as: 'rm', query: { limit: '2' } })
  await example('getWebhookEndpoint', { as: 'rm', path })
  await example('updateWebhookEndpoint', { as: 'rm', path, body: { description: 'Production receiver' } })
  await example('rotateWebhookSecret', { as: 'rm', path })
  await example('testWebhookEndpoint', { as: 'rm', path })
  await example('replayWebhookEvents', { as: 'rm', path, body: { fromSequence: 1 } })
  const { data } = await example('listWebhookDeliveries', { as: 'rm', path, query: { limit: '2' } })
  const one = { ...path, deliveryId: data[0].deliveryId as string }
  await example('getWebhookDelivery', { as: 'rm', path: one })
  await example('redeliverWebhook', { as: 'rm', path: one })
  await example('deleteWebhookEndpoint', { as: 'rm', path })
}

async function playSettlement({ example, prepare, entities }: Scene): Promise<void> {
  const order = { entityId: entities.rm, buyCurrency: 'GBP', sellCurrency: 'EUR', fixedSide: 'Buy', amount: '500.00' }
  const quote = await prepare('quoteSpot', { as: 'rm', body: order })
  const trade = await prepare('bookSpot', { as: 'rm', body: { entityId: entities.rm, quoteId: quote.quoteId } })
  await example('settleTrade', { as: 'rm', path: { tradeId: trade.tradeId }, body: {} })
}
