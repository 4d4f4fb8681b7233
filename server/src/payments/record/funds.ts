/** Places of money that did not reach its payee. */
export const FUNDS_STATES = ['OnAccount', 'InTrade', 'InSuspense'] as const
/** Actions that the client can take with such money. */
export const FUNDS_ACTIONS = ['PayAgain', 'SellBack', 'CancelTrade', 'CloseOutTrade', 'CancelDrawdown'] as const
