import { refusals } from '../../../kernel/values/refusals.ts'

/** Errors of forwards, their drawdowns and their amendments. */
export const refuse = refusals({
  forwards_not_enabled: {
    status: 422,
    message: '{forwardType} forwards are not enabled for this entity; enabled are: {enabled}.',
  },
  drawdowns_not_enabled: {
    status: 422,
    message: 'Drawdowns are not enabled for this entity; an operator can enable them.',
  },
  access_date_invalid: {
    status: 422,
    message: 'The access date {accessDate} is out of range. Use a date from {earliest} to the value date {valueDate}.',
  },
  not_drawable_yet: {
    status: 422,
    message: 'The forward can be drawn from {nextAvailable}. Use that day or a later one.',
  },
  forward_matured: {
    status: 422,
    message: 'The forward can be drawn up to its value date {valueDate}. After that date, extend it or close it out.',
  },
  exceeds_balance: {
    status: 422,
    message: 'The amount exceeds the remaining {remaining} {currency} of the forward. Use at most that amount.',
  },
  residue_too_small: {
    status: 422,
    message:
      'The rest would be worth less than the smallest unit of {currency}. Draw the full {remaining} {drawCurrency}.',
  },
  fixed_forward_only_on_value_date: {
    status: 422,
    message: 'A fixed forward can only be drawn for its value date {valueDate}; a Window forward can be drawn earlier.',
  },
  forward_not_deliverable: {
    status: 422,
    message:
      'The forward is NonDeliverable: it is settled in cash on its value date {valueDate}, or closed out before.',
  },
  pad_not_approved: {
    status: 422,
    message: 'Pre-authorized debit is not approved for this entity; fund from a currency account or by wire.',
  },
  wire_not_received: {
    status: 422,
    message:
      'The drawdown awaits a wire of {missing} {currency} until {until}; {received} {currency} have been received. Wire the rest with the reference {reference}.',
  },
  initial_margin_outstanding: {
    status: 422,
    message: 'Pay the initial margin of {outstanding} {currency} first, by {dueAt}.',
  },
  forward_tenor_too_long: {
    status: 422,
    message:
      'This entity may deal forwards for {maxForwardTenor} from spot. Use a value date up to {latest}, not {valueDate}.',
  },
  trade_not_forward: {
    status: 422,
    message:
      'The trade {tradeId} is of kind {kind}. Only a forward can be drawn down; GET /v1/fx/trades?drawable=true lists them.',
  },
  forward_not_open: {
    status: 409,
    message: 'The forward is {status}. It must be one of: {allowed}.',
  },
  drawdown_not_cancellable: {
    status: 409,
    message:
      'The drawdown is {status}; it can be cancelled before its funding cut-off {cutOffAt} while it is PendingApproval, Booked or AwaitingFunds.',
  },
  forward_choice_invalid: {
    status: 400,
    message: 'Name the forwards exactly once: tradeId for one, or tradeIds for several.',
  },
  forwards_differ: {
    status: 422,
    message: 'Forwards drawn together must buy and sell the same currencies; {tradeId} does not.',
  },
  payment_fits_no_drawdown: {
    status: 422,
    message:
      'The amount is drawn from several forwards, and payment {index} is larger than each of these drawdowns. Split it.',
  },
  draw_currency_invalid: {
    status: 422,
    message: 'The forward exchanges {expected}; {actual} is neither of the two.',
  },
  amendment_date_invalid: {
    status: 422,
    message: '{type} needs a value date {wanted} than the current one, {valueDate}.',
  },
  split_leaves_nothing: {
    status: 422,
    message: 'A split needs an amount on both sides. Use less than {remaining} {currency}.',
  },
  amendment_quote_outdated: {
    status: 409,
    message:
      'The forward has changed since the quote: {remainingBuy} {buyCurrency} and {remainingSell} {sellCurrency} are left, and the quoted part would leave only one of the two currencies. Request a new quote.',
  },
  amendment_quote_not_found: {
    status: 404,
    message: 'The amendment quote does not exist or belongs to another forward.',
  },
})
