/** Made from the service’s OpenAPI document by sdk/generate.mjs; do not edit. */

import type { Call, List } from '../core/call.ts'
import type { CallOptions, FileAnswer, FileContent } from '../core/options.ts'
import type * as t from './types.ts'

export interface AccountsResource {
  /**
   * List accounts.
   *
   * Returns the accounts with their numbers, permissions, and the bank details by which a payer can fund them.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/accounts`
   */
  list(query?: NonNullable<t.ListAccountsData['query']>, options?: CallOptions): List<t.AccountPage['data'][number], t.AccountPage>
  /**
   * Get an account.
   *
   * Returns an account with its numbers, permissions, and the bank details by which a payer can fund it.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/accounts/{accountId}`
   */
  get(accountId: string, options?: CallOptions): Call<t.Account>
}

export interface ApprovalsResource {
  /**
   * Get the approval of an order.
   *
   * Returns the approvals that the order requires, those given, the clients that can or cannot approve, and the time at which the order expires without them.
   *
   * Scope: `fx:trade`.
   *
   * `GET /v1/fx/orders/{orderId}/approval`
   */
  getOrderApproval(orderId: string, options?: CallOptions): Call<t.OrderApproval>
  /**
   * Approve an order.
   *
   * Activates the order with the last required approval. If its rate has been reached meanwhile, it is filled immediately. The resulting trade needs no other approval, unless the policies require more approvals for the deal than the order has: then the order ends as Rejected.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * `POST /v1/fx/orders/{orderId}/approve`
   */
  approveOrder(orderId: string, options?: CallOptions & NonNullable<t.ApproveOrderData['query']>): Call<t.OrderOrDryRun>
  /**
   * Reject an order.
   *
   * The order is cancelled.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * `POST /v1/fx/orders/{orderId}/reject`
   */
  rejectOrder(orderId: string, options?: CallOptions & NonNullable<t.RejectOrderData['query']>): Call<t.OrderOrDryRun>
}

export interface AuditResource {
  /**
   * List audit records of an entity.
   *
   * Returns every write, document read and user action of the entity: who, from where, by which operation, and the values before and after. A filtered page may contain fewer items than `limit` and still have a nextCursor.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/audit`
   */
  listRecords(query?: NonNullable<t.ListAuditRecordsData['query']>, options?: CallOptions): List<t.AuditRecordList['data'][number], t.AuditRecordList>
  /**
   * Verify the audit trail of an entity.
   *
   * Compares the stored records with the chain of hashes, about 10,000 per call, and returns the first one that differs.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/audit/verify`
   */
  verify(query?: NonNullable<t.VerifyAuditData['query']>, options?: CallOptions): Call<t.AuditVerification>
}

export interface BalancesResource {
  /**
   * List balances, now or at a past instant.
   *
   * `booked` is the sum of the postings, `available` is `booked` less the holds for payments, trades and margin. With `asAt` the balance is read from the ledger.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/balances`
   */
  list(query?: NonNullable<t.ListBalancesData['query']>, options?: CallOptions): List<t.BalancePage['data'][number], t.BalancePage>
}

export interface BeneficiariesResource {
  /**
   * Get required beneficiary fields of a destination.
   *
   * Returns the fields of a form with labels, patterns and examples, and a JSON Schema, from the same rules that validate a beneficiary.
   *
   * Scope: `beneficiaries:read`.
   *
   * `GET /v1/beneficiaries/requirements`
   */
  getRequirements(query: NonNullable<t.GetBeneficiaryRequirementsData['query']>, options?: CallOptions): Call<t.BeneficiaryRequirements>
  /**
   * Validate a beneficiary.
   *
   * Takes the body of the create call. Returns 200 for every well-formed body; `errors` lists the errors that create would return.
   *
   * Scope: `beneficiaries:read`.
   *
   * `POST /v1/beneficiaries/validate`
   */
  validate(body: t.ValidateBeneficiaryRequest, options?: CallOptions): Call<t.BeneficiaryValidation>
  /**
   * List beneficiaries.
   *
   * Returns the saved payees with their bank details and approval. Filter by currency, country, status or a part of the name.
   *
   * Scope: `beneficiaries:read`.
   *
   * `GET /v1/beneficiaries`
   */
  list(query?: NonNullable<t.ListBeneficiariesData['query']>, options?: CallOptions): List<t.BeneficiaryPage['data'][number], t.BeneficiaryPage>
  /**
   * Create a beneficiary.
   *
   * Checks the account number and the fields that the destination requires. A beneficiary may need the approval of another client before it is paid.
   *
   * Scope: `beneficiaries:write`.
   *
   * Role: `maker`.
   *
   * `POST /v1/beneficiaries`
   */
  create(body: t.CreateBeneficiaryRequest, options: CallOptions & NonNullable<t.CreateBeneficiaryData['query']> & { dryRun: true }): Call<t.BeneficiaryDryRun>
  create(body: t.CreateBeneficiaryRequest, options?: CallOptions & NonNullable<t.CreateBeneficiaryData['query']>): Call<t.Beneficiary>
  /**
   * Get a beneficiary.
   *
   * Returns a payee, deleted or not, with its bank details and approval. Send the `ETag` as `If-Match` when you change it.
   *
   * Scope: `beneficiaries:read`.
   *
   * `GET /v1/beneficiaries/{beneficiaryId}`
   */
  get(beneficiaryId: string, options?: CallOptions): Call<t.Beneficiary>
  /**
   * Replace a beneficiary.
   *
   * Send the complete body of the create call. Released payments keep their details. `If-Match` prevents overwriting another change.
   *
   * Scope: `beneficiaries:write`.
   *
   * Role: `maker`.
   *
   * RM entities only.
   *
   * `PUT /v1/beneficiaries/{beneficiaryId}`
   */
  replace(beneficiaryId: string, body: t.ReplaceBeneficiaryRequest, options?: CallOptions & NonNullable<t.ReplaceBeneficiaryData['query']>): Call<t.BeneficiaryOrDryRun>
  /**
   * Delete a beneficiary.
   *
   * Rejected while a payment that is not yet released needs the beneficiary, unless `force=true`.
   *
   * Scope: `beneficiaries:write`.
   *
   * Role: `maker`.
   *
   * `DELETE /v1/beneficiaries/{beneficiaryId}`
   */
  delete(beneficiaryId: string, options: CallOptions & NonNullable<t.DeleteBeneficiaryData['query']> & { dryRun: true }): Call<t.DeleteBeneficiaryDryRun>
  delete(beneficiaryId: string, options?: CallOptions & NonNullable<t.DeleteBeneficiaryData['query']>): Call<void>
  /**
   * Approve a beneficiary.
   *
   * Requires a client of the entity other than the one that created or changed the beneficiary. Send the `ETag` of the version that you read as `If-Match`: if the beneficiary has changed since, the decision is rejected.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * `POST /v1/beneficiaries/{beneficiaryId}/approve`
   */
  approve(beneficiaryId: string, options?: CallOptions & NonNullable<t.ApproveBeneficiaryData['query']>): Call<t.BeneficiaryOrDryRun>
  /**
   * Reject a beneficiary.
   *
   * Requires a client of the entity other than the one that created or changed the beneficiary. Send the `ETag` of the version that you read as `If-Match`: if the beneficiary has changed since, the decision is rejected.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * `POST /v1/beneficiaries/{beneficiaryId}/reject`
   */
  reject(beneficiaryId: string, options?: CallOptions & NonNullable<t.RejectBeneficiaryData['query']>): Call<t.BeneficiaryOrDryRun>
}

export interface ClockResource {
  /**
   * Get business time.
   *
   * Returns the sandbox’s time, which decides cut-offs, value dates and expiries, and whether it is frozen.
   *
   * Scope: `sandbox:simulate`.
   *
   * `GET /v1/sandbox/clock`
   */
  get(options?: CallOptions): Call<t.Clock>
  /**
   * Move, freeze or resume business time.
   *
   * Moves forward only. The response arrives after all jobs that became due have run. In a long move, jobs of commands that other clients send meanwhile run after it.
   *
   * Scope: `sandbox:simulate`.
   *
   * `POST /v1/sandbox/clock`
   */
  move(body: t.MoveClockRequest, options?: CallOptions): Call<t.Clock>
}

export interface CreditResource {
  /**
   * List mark-to-market by currency pair.
   *
   * Returns the totals of `mtm/trades` in market convention: base currency bought is long.
   *
   * Scope: `credit:read`.
   *
   * `GET /v1/credit/mtm/currency-pairs`
   */
  listCurrencyPairMtm(query?: NonNullable<t.ListCurrencyPairMtmData['query']>, options?: CallOptions): Call<t.CurrencyPairMtmList>
  /**
   * Simulate rate shocks or one more forward.
   *
   * Nothing is stored. A shock of a cross moves its base currency’s USD pair. The forward is a fixed one, priced at the present market without mark-up, and valued after the shocks.
   *
   * Scope: `credit:read`.
   *
   * `POST /v1/credit/simulate`
   */
  simulate(body: t.SimulateCreditRequest, options?: CallOptions): Call<t.CreditSimulation>
}

export interface DrawdownsResource {
  /**
   * Draw down one or more forwards.
   *
   * Draws at the contract rate for a day in the drawdown window. Drawing the full remaining amount of one currency draws the exact remaining amount of the other. The buy amount is credited to the forward’s buy account; `payments` are made once it has arrived.
   *
   * Scope: `fx:forward`.
   *
   * Role: `maker`.
   *
   * RM entities only.
   *
   * `POST /v1/fx/trades/forwards/drawdowns`
   */
  create(body: t.CreateDrawdownsRequest, options: CallOptions & NonNullable<t.CreateDrawdownsData['query']> & { dryRun: true }): Call<t.BookedDrawdownDryRun>
  create(body: t.CreateDrawdownsRequest, options?: CallOptions & NonNullable<t.CreateDrawdownsData['query']>): Call<t.BookedDrawdown>
  /**
   * Cancel a drawdown.
   *
   * Possible until the funding cut-off. Its part can be drawn again. Attached payments that are not yet sent are cancelled.
   *
   * Scope: `fx:forward`.
   *
   * Role: `maker`.
   *
   * RM entities only.
   *
   * `POST /v1/fx/trades/forwards/drawdowns/{drawdownId}/cancel`
   */
  cancel(drawdownId: string, options?: CallOptions & NonNullable<t.CancelDrawdownData['query']>): Call<t.CancelledDrawdownOrDryRun>
  /**
   * List drawdowns of a forward.
   *
   * Returns the drawdowns, newest first, with the amounts drawn and remaining in total, and their effect on the margin.
   *
   * Scope: `fx:forward`.
   *
   * RM entities only.
   *
   * `GET /v1/fx/trades/forwards/{tradeId}/drawdowns`
   */
  list(tradeId: string, query?: NonNullable<t.ListDrawdownsData['query']>, options?: CallOptions): List<t.DrawdownList['data'][number], t.DrawdownList>
}

export interface EntitiesResource {
  /**
   * List entities.
   *
   * Returns the entities that the client acts for, with their names, addresses and status. `serviceKind` decides the products: RM or ABS.
   *
   * Scope: `entities:read`.
   *
   * `GET /v1/entities`
   */
  list(query?: NonNullable<t.ListEntitiesData['query']>, options?: CallOptions): List<t.EntityPage['data'][number], t.EntityPage>
  /**
   * List settings and limits of entities.
   *
   * Returns what each entity may use, its tradable pairs and policies, and each daily limit with the amount used and the time of its reset.
   *
   * Scope: `entities:read`.
   *
   * `GET /v1/entities/settings`
   */
  getSettings(query?: NonNullable<t.GetEntitySettingsData['query']>, options?: CallOptions): List<t.EntitySettingsPage['data'][number], t.EntitySettingsPage>
}

export interface EventsResource {
  /**
   * List events of an entity, oldest first.
   *
   * Every change of state of the entity, numbered without gaps. Poll with the `position` of the previous response as `after`. Events older than 90 days are not returned. Clients that send `Accept: text/event-stream` get a stream of server-sent events: each has the sequence as `id`, the type as `event` and the event as `data`. It continues with new events; after a disconnection send the last `id` as the header `Last-Event-ID`.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/events`
   */
  list(query?: NonNullable<t.ListEventsData['query']>, options?: CallOptions): List<t.EventList['data'][number], t.EventList>
}

export interface FacilitiesResource {
  /**
   * List credit facilities.
   *
   * Returns the limit of each facility, the part in use, the margin held and due, and the value of the open trades at current rates.
   *
   * Scope: `credit:read`.
   *
   * `GET /v1/credit/facilities`
   */
  list(query?: NonNullable<t.ListFacilitiesData['query']>, options?: CallOptions): List<t.FacilityPage['data'][number], t.FacilityPage>
  /**
   * List terms of a facility.
   *
   * A forward uses the first term that permits it, unless it names one. Each term has products, tenor, limit, and its initial and variation margin.
   *
   * Scope: `credit:read`.
   *
   * `GET /v1/credit/facilities/{facilityId}/terms`
   */
  listTerms(facilityId: string, query?: NonNullable<t.ListFacilityTermsData['query']>, options?: CallOptions): List<t.FacilityTermPage['data'][number], t.FacilityTermPage>
  /**
   * Get the facility letter.
   *
   * Returns the metadata of the letter, or the PDF with `Accept: application/pdf` or `format=pdf`.
   *
   * Scope: `credit:read`.
   *
   * `GET /v1/credit/facilities/{facilityId}/letter`
   */
  getLetter(facilityId: string, query?: NonNullable<t.GetFacilityLetterData['query']>, options?: CallOptions): Call<t.GetFacilityLetterResponse>
  /**
   * Get the facility letter.
   *
   * Returns a file.
   *
   * Returns the metadata of the letter, or the PDF with `Accept: application/pdf` or `format=pdf`.
   *
   * Scope: `credit:read`.
   *
   * `GET /v1/credit/facilities/{facilityId}/letter`
   */
  downloadLetter(facilityId: string, query?: NonNullable<t.GetFacilityLetterData['query']>, options?: CallOptions): Call<FileAnswer>
}

export interface ForwardsResource {
  /**
   * Quote a forward.
   *
   * Returns a firm price for a value date after spot, valid for as long as the entity’s settings state. A window, open or variable forward is priced at the day of its window that is worst for the client. Credit and initial margin are checked, not reserved.
   *
   * Scope: `fx:quote`.
   *
   * RM entities only.
   *
   * `POST /v1/fx/quotes/forwards`
   */
  quote(body: t.QuoteForwardRequest, options?: CallOptions): Call<t.ForwardQuote>
  /**
   * Book a forward.
   *
   * The quote must not have expired when the request is received. Credit is checked again before the forward is booked. `payInitialMarginFromAccountId` posts the margin immediately. Otherwise fund the account of the margin currency; the forward can be drawn once the margin has arrived.
   *
   * Scope: `fx:forward`.
   *
   * Role: `maker`.
   *
   * RM entities only.
   *
   * `POST /v1/fx/trades/forwards`
   */
  book(body: t.BookForwardRequest, options: CallOptions & NonNullable<t.BookForwardData['query']> & { dryRun: true }): Call<t.ForwardTradeDryRun>
  book(body: t.BookForwardRequest, options?: CallOptions & NonNullable<t.BookForwardData['query']>): Call<t.ForwardTrade>
  /**
   * List permitted reasons for a forward.
   *
   * Returns the codes for `forwardReasoning`, which booking a forward requires, each with its meaning.
   *
   * Scope: `fx:forward`.
   *
   * RM entities only.
   *
   * `GET /v1/fx/trades/forwards/reasons`
   */
  listReasons(options?: CallOptions): Call<t.ForwardReasonList>
  /**
   * Get a forward.
   *
   * Returns the remaining amounts, the margin, the current value, and the available actions or the reasons against them.
   *
   * Scope: `fx:forward`.
   *
   * RM entities only.
   *
   * `GET /v1/fx/trades/forwards/{tradeId}`
   */
  get(tradeId: string, options?: CallOptions): Call<t.ForwardDetails>
  /**
   * Get the initial margin of a forward.
   *
   * Returns the required and the received amount, the time by which to pay, and the part that drawdowns have used.
   *
   * Scope: `fx:forward`.
   *
   * RM entities only.
   *
   * `GET /v1/fx/trades/forwards/{tradeId}/initial-margin`
   */
  getInitialMargin(tradeId: string, options?: CallOptions): Call<t.InitialMargin>
  /**
   * Quote the amendment of a forward.
   *
   * Closes the part at the market and settles the gain or loss in cash. The part that continues is priced at the market of its new date.
   *
   * Scope: `fx:forward`.
   *
   * RM entities only.
   *
   * `POST /v1/fx/trades/forwards/{tradeId}/amendments/quote`
   */
  quoteAmendment(tradeId: string, body: t.QuoteForwardAmendmentRequest, options: CallOptions & NonNullable<t.QuoteForwardAmendmentData['query']> & { dryRun: true }): Call<t.ForwardAmendmentQuoteDryRun>
  quoteAmendment(tradeId: string, body: t.QuoteForwardAmendmentRequest, options?: CallOptions & NonNullable<t.QuoteForwardAmendmentData['query']>): Call<t.ForwardAmendmentQuote>
  /**
   * Book the amendment of a forward.
   *
   * The quote must not have expired when the request is received. The forward is closed or reduced; if the amendment continues a part, a new forward is opened for it. Under an approval policy for trades, the amendment is `PendingApproval`: it waits for the approvals as a trade does, for at most 15 minutes.
   *
   * Scope: `fx:forward`.
   *
   * Role: `maker`.
   *
   * RM entities only.
   *
   * `POST /v1/fx/trades/forwards/{tradeId}/amendments`
   */
  bookAmendment(tradeId: string, body: t.BookForwardAmendmentRequest, options: CallOptions & NonNullable<t.BookForwardAmendmentData['query']> & { dryRun: true }): Call<t.ForwardAmendmentDryRun>
  bookAmendment(tradeId: string, body: t.BookForwardAmendmentRequest, options?: CallOptions & NonNullable<t.BookForwardAmendmentData['query']>): Call<t.ForwardAmendment>
}

export interface FxResource {
  /**
   * Get the earliest settlement date of a deal.
   *
   * Returns the first of same day, day before spot and spot whose cut-off has not passed.
   *
   * Scope: `fx:quote`.
   *
   * `GET /v1/fx/earliest-settlement`
   */
  getEarliestSettlement(query: NonNullable<t.GetEarliestSettlementData['query']>, options?: CallOptions): Call<t.EarliestSettlement>
  /**
   * List holiday calendars.
   *
   * Returns how far the holidays of each currency are known and announced. Calendars that follow rules extend themselves three years ahead; the others contain expected days until the authority announces them. With `currency`, `from` and `to` the holidays of that range are listed.
   *
   * Scope: `fx:quote`.
   *
   * `GET /v1/fx/calendars`
   */
  listCalendars(query?: NonNullable<t.ListCalendarsData['query']>, options?: CallOptions): Call<t.CalendarPage>
  /**
   * Get an indicative price.
   *
   * Returns the price for the entity `entityId`, or the market mid rate if you send none. An estimate cannot be booked.
   *
   * Scope: `fx:quote`.
   *
   * `GET /v1/fx/quotes/estimate`
   */
  estimateRate(query: NonNullable<t.EstimateRateData['query']>, options?: CallOptions): Call<t.RateEstimate>
}

export interface FxOrdersResource {
  /**
   * List orders.
   *
   * Returns limit and stop orders, newest first. Filter by status, type, pair, your own reference or time.
   *
   * Scope: `fx:trade`.
   *
   * `GET /v1/fx/orders`
   */
  listOrders(query?: NonNullable<t.ListOrdersData['query']>, options?: CallOptions): List<t.OrderPage['data'][number], t.OrderPage>
  /**
   * Place a limit or stop order.
   *
   * Deals for spot once your rate reaches the rate of the order. A limit order is filled at its rate or better. A stop order is filled at your rate of that moment, which can be worse than the rate of the order. The mark-up stays that of now. No money is held and no limit is used until the order is filled: the deal is then checked like the booking of a spot quote, and if it is rejected, the order ends as Rejected. An order is accepted while the market is open and its rate is not reached yet.
   *
   * Scope: `fx:trade`.
   *
   * Role: `maker`.
   *
   * `POST /v1/fx/orders`
   */
  placeOrder(body: t.PlaceOrderRequest, options: CallOptions & NonNullable<t.PlaceOrderData['query']> & { dryRun: true }): Call<t.OrderDryRun>
  placeOrder(body: t.PlaceOrderRequest, options?: CallOptions & NonNullable<t.PlaceOrderData['query']>): Call<t.Order>
  /**
   * Get an order.
   *
   * Returns a limit or stop order with its status, its history, and the trade that fills it.
   *
   * Scope: `fx:trade`.
   *
   * `GET /v1/fx/orders/{orderId}`
   */
  getOrder(orderId: string, options?: CallOptions): Call<t.Order>
  /**
   * Cancel an order.
   *
   * Ends an order that is neither filled nor over. If it is filled at the same time, one of the two wins.
   *
   * Scope: `fx:trade`.
   *
   * Role: `maker`.
   *
   * `POST /v1/fx/orders/{orderId}/cancel`
   */
  cancelOrder(orderId: string, options?: CallOptions & NonNullable<t.CancelOrderData['query']>): Call<t.OrderOrDryRun>
}

export interface FxRateAlertsResource {
  /**
   * List rate alerts.
   *
   * Returns rate alerts, newest first; without `status` only active ones.
   *
   * Scope: `fx:quote`.
   *
   * `GET /v1/fx/rate-alerts`
   */
  listRateAlerts(query?: NonNullable<t.ListRateAlertsData['query']>, options?: CallOptions): List<t.RateAlertPage['data'][number], t.RateAlertPage>
  /**
   * Create a rate alert.
   *
   * Notifies you once, by an event and by e-mail, when the spot market’s middle reaches a rate. The market is compared every second while it is open. The middle includes neither the market’s spread nor your mark-up, and nothing is dealt. An entity can have 200 active alerts.
   *
   * Scope: `fx:quote`.
   *
   * `POST /v1/fx/rate-alerts`
   */
  createRateAlert(body: t.CreateRateAlertRequest, options: CallOptions & NonNullable<t.CreateRateAlertData['query']> & { dryRun: true }): Call<t.RateAlertDryRun>
  createRateAlert(body: t.CreateRateAlertRequest, options?: CallOptions & NonNullable<t.CreateRateAlertData['query']>): Call<t.RateAlert>
  /**
   * Cancel a rate alert.
   *
   * Cancels an active rate alert. One that the market has reached, or that has expired, stays as it is.
   *
   * Scope: `fx:quote`.
   *
   * `POST /v1/fx/rate-alerts/{rateAlertId}/cancel`
   */
  cancelRateAlert(rateAlertId: string, options?: CallOptions & NonNullable<t.CancelRateAlertData['query']>): Call<t.RateAlertOrDryRun>
  /**
   * Get a rate alert.
   *
   * Returns a rate alert; once it was triggered, with the time, the market’s middle and its source.
   *
   * Scope: `fx:quote`.
   *
   * `GET /v1/fx/rate-alerts/{rateAlertId}`
   */
  getRateAlert(rateAlertId: string, options?: CallOptions): Call<t.RateAlert>
}

export interface HeldRatesResource {
  /**
   * List held rates.
   *
   * Returns held rates by expiry, earliest first; without `status` only those that can be booked.
   *
   * Scope: `fx:heldrate`.
   *
   * ABS entities only.
   *
   * `GET /v1/fx/quotes/held-rate`
   */
  list(query?: NonNullable<t.ListHeldRatesData['query']>, options?: CallOptions): List<t.HeldRatePage['data'][number], t.HeldRatePage>
  /**
   * Request a held rate.
   *
   * Holds a price for a time, for an estimated amount. The rate includes a premium, which grows with the pair’s volatility and the square root of the time.
   *
   * Scope: `fx:heldrate`.
   *
   * Role: `maker`.
   *
   * ABS entities only.
   *
   * `POST /v1/fx/quotes/held-rate`
   */
  create(body: t.CreateHeldRateRequest, options: CallOptions & NonNullable<t.CreateHeldRateData['query']> & { dryRun: true }): Call<t.HeldRateDryRun>
  create(body: t.CreateHeldRateRequest, options?: CallOptions & NonNullable<t.CreateHeldRateData['query']>): Call<t.HeldRate>
  /**
   * Get a held rate.
   *
   * Returns a held rate with its price, expiry, and the part of its amount that can still be booked.
   *
   * Scope: `fx:heldrate`.
   *
   * ABS entities only.
   *
   * `GET /v1/fx/quotes/held-rate/{quoteId}`
   */
  get(quoteId: string, options?: CallOptions): Call<t.HeldRate>
  /**
   * Cancel a held rate.
   *
   * Releases its share of the limit on open held rates; trades booked at it stay valid.
   *
   * Scope: `fx:heldrate`.
   *
   * Role: `maker`.
   *
   * ABS entities only.
   *
   * `POST /v1/fx/quotes/held-rate/{quoteId}/cancel`
   */
  cancel(quoteId: string, options?: CallOptions & NonNullable<t.CancelHeldRateData['query']>): Call<t.HeldRateOrDryRun>
  /**
   * Book a held rate.
   *
   * Deals at the held price if the request arrives before the expiry, otherwise by the held rate’s post-expiry action; `execution` states which. ExecuteAtMarketOpen queues a booking outside market hours (QueuedForOpen): it shows the rate and amounts of the last price until it is dealt at the opening.
   *
   * Scope: `fx:heldrate`.
   *
   * Role: `maker`.
   *
   * ABS entities only.
   *
   * `POST /v1/fx/trades/held-rate`
   */
  book(body: t.BookHeldRateRequest, options: CallOptions & NonNullable<t.BookHeldRateData['query']> & { dryRun: true }): Call<t.HeldRateTradeDryRun>
  book(body: t.BookHeldRateRequest, options?: CallOptions & NonNullable<t.BookHeldRateData['query']>): Call<t.HeldRateTrade>
}

export interface InboundPaymentsResource {
  /**
   * List inbound payments.
   *
   * Money received for the accounts of the entity: credited, held for review or returned. Money that names no open account is unidentified: it is listed once the operator has assigned it to an account.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/inbound-payments`
   */
  list(query?: NonNullable<t.ListInboundPaymentsData['query']>, options?: CallOptions): List<t.InboundPaymentPage['data'][number], t.InboundPaymentPage>
  /**
   * Get an inbound payment.
   *
   * Returns money received for an account with its payer, reference and status.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/inbound-payments/{inboundPaymentId}`
   */
  get(inboundPaymentId: string, options?: CallOptions): Call<t.InboundPayment>
  /**
   * Simulate incoming money.
   *
   * Credits an account like a transfer from another bank. For a closed account or virtual account the money is Unidentified.
   *
   * Scope: `sandbox:simulate`.
   *
   * `POST /v1/sandbox/inbound-payments`
   */
  create(body: t.CreateInboundPaymentRequest, options?: CallOptions): Call<t.InboundPayment>
}

export interface InternalTransfersResource {
  /**
   * List transfers.
   *
   * A filtered page may contain fewer items than `limit` and still have a nextCursor.
   *
   * Scope: `reporting:read`.
   *
   * ABS entities only.
   *
   * `GET /v1/internal-account-transfers`
   */
  list(query?: NonNullable<t.ListInternalTransfersData['query']>, options?: CallOptions): List<t.InternalAccountTransferPage['data'][number], t.InternalAccountTransferPage>
  /**
   * Transfer money between two accounts of an entity.
   *
   * Both accounts have the same currency. The transfer is completed with the response. If a policy of the entity requires approval, it is `PendingApproval` and its money is on hold.
   *
   * Scope: `transfers:write`.
   *
   * Role: `maker`.
   *
   * ABS entities only.
   *
   * `POST /v1/internal-account-transfers`
   */
  create(body: t.CreateInternalTransferRequest, options: CallOptions & NonNullable<t.CreateInternalTransferData['query']> & { dryRun: true }): Call<t.InternalAccountTransferDryRun>
  create(body: t.CreateInternalTransferRequest, options?: CallOptions & NonNullable<t.CreateInternalTransferData['query']>): Call<t.InternalAccountTransfer>
  /**
   * Get a transfer.
   *
   * Returns a transfer with its accounts, amount and status, and its approval if it needs one.
   *
   * Scope: `reporting:read`.
   *
   * ABS entities only.
   *
   * `GET /v1/internal-account-transfers/{internalAccountTransferId}`
   */
  get(internalAccountTransferId: string, options?: CallOptions): Call<t.InternalAccountTransfer>
  /**
   * Cancel a transfer pending approval.
   *
   * The transfer is cancelled and its money released. A completed transfer cannot be cancelled; create the opposite transfer.
   *
   * Scope: `transfers:write`.
   *
   * Role: `maker`.
   *
   * ABS entities only.
   *
   * `POST /v1/internal-account-transfers/{internalAccountTransferId}/cancel`
   */
  cancel(internalAccountTransferId: string, options?: CallOptions & NonNullable<t.CancelInternalTransferData['query']>): Call<t.InternalAccountTransferOrDryRun>
  /**
   * Approve a transfer.
   *
   * The last required approval completes the transfer: it is checked again, and the held money moves.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * ABS entities only.
   *
   * `POST /v1/internal-account-transfers/{internalAccountTransferId}/approve`
   */
  approve(internalAccountTransferId: string, options?: CallOptions & NonNullable<t.ApproveInternalTransferData['query']>): Call<t.InternalAccountTransferOrDryRun>
  /**
   * Reject a transfer.
   *
   * The transfer is cancelled and its money released.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * ABS entities only.
   *
   * `POST /v1/internal-account-transfers/{internalAccountTransferId}/reject`
   */
  reject(internalAccountTransferId: string, options?: CallOptions & NonNullable<t.RejectInternalTransferData['query']>): Call<t.InternalAccountTransferOrDryRun>
}

export interface MarginCallsResource {
  /**
   * List margin calls.
   *
   * Returns calls for initial and variation margin with the outstanding amount and the time by which to pay it.
   *
   * Scope: `credit:read`.
   *
   * `GET /v1/credit/margin-calls`
   */
  list(query?: NonNullable<t.ListMarginCallsData['query']>, options?: CallOptions): List<t.MarginCallPage['data'][number], t.MarginCallPage>
  /**
   * Get a margin call.
   *
   * Returns a call for margin with its reason, the outstanding amount and the time by which to pay it.
   *
   * Scope: `credit:read`.
   *
   * `GET /v1/credit/margin-calls/{marginCallId}`
   */
  get(marginCallId: string, options?: CallOptions): Call<t.MarginCall>
  /**
   * Pay a margin call.
   *
   * Pays the outstanding amount or a part of it. The margin is released when it is no longer needed.
   *
   * Scope: `fx:forward`.
   *
   * Role: `maker`.
   *
   * `POST /v1/credit/margin-calls/{marginCallId}/settle`
   */
  settle(marginCallId: string, body: t.SettleMarginCallRequest, options?: CallOptions & NonNullable<t.SettleMarginCallData['query']>): Call<t.MarginCallOrDryRun>
}

export interface MarketResource {
  /**
   * Move the market rate of a pair.
   *
   * The random walk continues from there. Moving a cross moves its base currency’s USD pair.
   *
   * Scope: `sandbox:simulate`.
   *
   * `POST /v1/sandbox/market/{pair}`
   */
  move(pair: string, body: t.MoveMarketRequest, options?: CallOptions): Call<t.MarketRate>
}

export interface NotificationRecipientsResource {
  /**
   * List recipients of e-mails.
   *
   * Returns the addresses that get e-mails, each with its topics.
   *
   * Scope: `webhooks:manage`.
   *
   * `GET /v1/notification-recipients`
   */
  list(query?: NonNullable<t.ListNotificationRecipientsData['query']>, options?: CallOptions): List<t.NotificationRecipientPage['data'][number], t.NotificationRecipientPage>
  /**
   * Add a recipient of e-mails.
   *
   * The service then sends the recipient one e-mail for each event of its topics.
   *
   * Scope: `webhooks:manage`.
   *
   * Role: `maker`.
   *
   * `POST /v1/notification-recipients`
   */
  create(body: t.CreateNotificationRecipientRequest, options?: CallOptions): Call<t.NotificationRecipient>
  /**
   * Delete a recipient of e-mails.
   *
   * Deletes the recipient. Later events send no e-mail to it.
   *
   * Scope: `webhooks:manage`.
   *
   * Role: `maker`.
   *
   * `DELETE /v1/notification-recipients/{notificationRecipientId}`
   */
  delete(notificationRecipientId: string, options?: CallOptions): Call<void>
}

export interface PayeesResource {
  /**
   * Verify a payee.
   *
   * Asks the payee’s bank whether the name matches the account. The result is valid for 24 hours; a payment that names its id consents to the outcome. A dry run sends no request: it returns the entity’s latest valid result, otherwise only the warning `verification_will_be_made`.
   *
   * Scope: `payments:write`.
   *
   * `POST /v1/payments/verification`
   */
  verify(body: t.VerifyPayeeRequest, options?: CallOptions & NonNullable<t.VerifyPayeeData['query']>): Call<t.VerifyPayeeResponse>
  /**
   * Add an account to the payee directory.
   *
   * Registers the holder of an account with the simulated banks. Replaces an existing account.
   *
   * Scope: `sandbox:simulate`.
   *
   * `POST /v1/sandbox/payees`
   */
  create(body: t.CreatePayeeRequest, options?: CallOptions): Call<t.SimulatedPayee>
}

export interface PaymentBatchesResource {
  /**
   * List payment batches.
   *
   * Returns each batch with its status and the number of its items by outcome.
   *
   * Scope: `payments:read`.
   *
   * `GET /v1/payment-batches`
   */
  list(query?: NonNullable<t.ListPaymentBatchesData['query']>, options?: CallOptions): List<t.PaymentBatchPage['data'][number], t.PaymentBatchPage>
  /**
   * Create a payment batch.
   *
   * Accepts JSON, `text/csv` (one column per payment field, with dots for nested fields) or `application/xml` (pain.001.001.09). Returns 202 when the items are stored; processing starts immediately and the batch reports its progress. A pain.001 is identified by its MsgId: a second one with the same MsgId is rejected. If a batch is rejected or cancelled, the client references of its undone payments can be used again, so a corrected file can keep its references. The items of the first batch still show them. A query parameter that the body contains with another value is rejected.
   *
   * Scope: `payments:write`.
   *
   * Role: `maker`.
   *
   * `POST /v1/payment-batches`
   */
  create(body: t.PaymentBatchOrder | FileContent, options: CallOptions & NonNullable<t.CreatePaymentBatchData['query']> & { dryRun: true }): Call<t.PaymentBatchDryRun>
  create(body: t.PaymentBatchOrder | FileContent, options?: CallOptions & NonNullable<t.CreatePaymentBatchData['query']>): Call<t.PaymentBatch>
  /**
   * Get a payment batch and its progress.
   *
   * Returns the status, the number of items by outcome, and the totals by currency.
   *
   * Scope: `payments:read`.
   *
   * `GET /v1/payment-batches/{batchId}`
   */
  get(batchId: string, options?: CallOptions): Call<t.PaymentBatch>
  /**
   * List items of a payment batch.
   *
   * Returns the outcome and all errors of each item, in the order of the batch.
   *
   * Scope: `payments:read`.
   *
   * `GET /v1/payment-batches/{batchId}/items`
   */
  listItems(batchId: string, query?: NonNullable<t.ListPaymentBatchItemsData['query']>, options?: CallOptions): List<t.PaymentBatchItemPage['data'][number], t.PaymentBatchItemPage>
  /**
   * Cancel a payment batch.
   *
   * Skips the remaining items, and cancels payments of the batch that are not yet submitted.
   *
   * Scope: `payments:write`.
   *
   * Role: `maker`.
   *
   * `POST /v1/payment-batches/{batchId}/cancel`
   */
  cancel(batchId: string, options?: CallOptions & NonNullable<t.CancelPaymentBatchData['query']>): Call<t.PaymentBatchOrDryRun>
}

export interface PaymentsResource {
  /**
   * Validate a payment.
   *
   * Takes the body of the create call. Returns 200 for every well-formed body; `errors` lists the errors that create would return.
   *
   * Scope: `payments:write`.
   *
   * `POST /v1/payments/validate`
   */
  validate(body: t.PaymentOrder, options?: CallOptions): Call<t.PaymentValidation>
  /**
   * List payments.
   *
   * Filter by status, currency, dates, amounts, payee, trade or your own reference.
   *
   * Scope: `payments:read`.
   *
   * RM entities only.
   *
   * `GET /v1/payments`
   */
  list(query?: NonNullable<t.ListPaymentsData['query']>, options?: CallOptions): List<t.PaymentPage['data'][number], t.PaymentPage>
  /**
   * Create a payment.
   *
   * Returns 201 with the payment in its first status. Without funds, an ABS payment is `Rejected` with the reason `InsufficientFunds`, and an RM payment waits for them until the cut-off of its date.
   *
   * Scope: `payments:write`.
   *
   * Role: `maker`.
   *
   * `POST /v1/payments`
   */
  create(body: t.PaymentOrder, options: CallOptions & NonNullable<t.CreatePaymentData['query']> & { dryRun: true }): Call<t.PaymentDryRun>
  create(body: t.PaymentOrder, options?: CallOptions & NonNullable<t.CreatePaymentData['query']>): Call<t.Payment>
  /**
   * Get a payment.
   *
   * Returns a payment with its payee, status, fee, approval and history. Send the `ETag` as `If-Match` when you approve or reject it.
   *
   * Scope: `payments:read`.
   *
   * `GET /v1/payments/{paymentId}`
   */
  get(paymentId: string, options?: CallOptions): Call<t.Payment>
  /**
   * Track a payment.
   *
   * Returns each step from bank to bank with its time, status and charges, and the time at which the payee was credited.
   *
   * Scope: `payments:read`.
   *
   * `GET /v1/payments/{paymentId}/tracking`
   */
  track(paymentId: string, options?: CallOptions): Call<t.PaymentTracking>
  /**
   * Cancel a payment.
   *
   * The payment ends as Cancelled, and money held for it is released. To get back a payment that was submitted, recall it.
   *
   * Scope: `payments:write`.
   *
   * Role: `maker`.
   *
   * `POST /v1/payments/{paymentId}/cancel`
   */
  cancel(paymentId: string, options?: CallOptions & NonNullable<t.CancelPaymentData['query']>): Call<t.PaymentOrDryRun>
  /**
   * Recall a payment.
   *
   * Asks the banks in the chain to return the payment; they may decline. `recall` shows the outcome. A successful recall creates a return. Each payment can be recalled once.
   *
   * Scope: `payments:write`.
   *
   * Role: `maker`.
   *
   * `POST /v1/payments/{paymentId}/recall`
   */
  recall(paymentId: string, body: t.RecallPaymentRequest, options: CallOptions & NonNullable<t.RecallPaymentData['query']> & { dryRun: true }): Call<t.PaymentDryRun>
  recall(paymentId: string, body: t.RecallPaymentRequest, options?: CallOptions & NonNullable<t.RecallPaymentData['query']>): Call<t.Payment>
  /**
   * Get the earliest payment date.
   *
   * Returns the earliest `paymentDate` for a currency and country, the time by which to make the payment, and the day of its arrival.
   *
   * Scope: `payments:read`.
   *
   * `GET /v1/payments/earliest-settlement`
   */
  getEarliestPaymentDate(query: NonNullable<t.GetEarliestPaymentDateData['query']>, options?: CallOptions): Call<t.EarliestPaymentDate>
  /**
   * List payment options with fee and arrival.
   *
   * Returns speed, charge bearer, fee and arrival of each option. Name the country of the payee’s bank or a saved payee. Default: the country of the currency.
   *
   * Scope: `payments:read`.
   *
   * `GET /v1/payments/options`
   */
  listOptions(query: NonNullable<t.ListPaymentOptionsData['query']>, options?: CallOptions): Call<t.PaymentOptions>
  /**
   * List purpose codes of a destination.
   *
   * Returns the purpose codes that a payer can use. If the list is empty, a purpose code of a payment is ignored with a warning.
   *
   * Scope: `payments:read`.
   *
   * RM entities only.
   *
   * `GET /v1/payments/purpose-of-payment`
   */
  listPurposes(query: NonNullable<t.ListPaymentPurposesData['query']>, options?: CallOptions): Call<t.PaymentPurposes>
  /**
   * Get the confirmation of a payment.
   *
   * Returns a PDF once the payment is Sent or Completed. Repeated requests return the same file while the status stays the same.
   *
   * Scope: `payments:read`.
   *
   * ABS entities only.
   *
   * `GET /v1/payments/{paymentId}/confirmation`
   */
  getConfirmation(paymentId: string, options?: CallOptions): Call<t.Document>
  /**
   * Get the confirmation of a payment.
   *
   * Returns a file.
   *
   * Returns a PDF once the payment is Sent or Completed. Repeated requests return the same file while the status stays the same.
   *
   * Scope: `payments:read`.
   *
   * ABS entities only.
   *
   * `GET /v1/payments/{paymentId}/confirmation`
   */
  downloadConfirmation(paymentId: string, options?: CallOptions): Call<FileAnswer>
  /**
   * Approve a payment.
   *
   * Processing continues with the last required approval; `approval` states the number required and the permitted approvers. Send the `ETag` of the version that you read as `If-Match`: if the payment has changed since, the approval is rejected.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * `POST /v1/payments/{paymentId}/approve`
   */
  approve(paymentId: string, options?: CallOptions & NonNullable<t.ApprovePaymentData['query']>): Call<t.PaymentOrDryRun>
  /**
   * Reject a payment.
   *
   * The payment ends, and money held for it is released. It cannot be approved later; create a new payment.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * `POST /v1/payments/{paymentId}/reject`
   */
  reject(paymentId: string, options?: CallOptions & NonNullable<t.RejectPaymentData['query']>): Call<t.PaymentOrDryRun>
  /**
   * Recall an approval.
   *
   * Possible while the payment is Scheduled or AwaitingFunds. It stays ApprovalRecalled until approval is requested again.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * `POST /v1/payments/{paymentId}/recall-approval`
   */
  recallApproval(paymentId: string, options?: CallOptions & NonNullable<t.RecallPaymentApprovalData['query']>): Call<t.PaymentOrDryRun>
  /**
   * Request approval again.
   *
   * Submits a payment with the status ApprovalRecalled for approval. All approvals must be given again.
   *
   * Scope: `payments:write`.
   *
   * Role: `maker`.
   *
   * `POST /v1/payments/{paymentId}/request-approval`
   */
  requestApproval(paymentId: string, options?: CallOptions & NonNullable<t.RequestPaymentApprovalData['query']>): Call<t.PaymentOrDryRun>
  /**
   * Move a payment to its next status.
   *
   * Jobs that are already due run first. A payment that already has the status stays unchanged. `Completed` with the reason `ACCC` reports that the payee is credited, also for a completed payment.
   *
   * Scope: `sandbox:simulate`.
   *
   * `POST /v1/sandbox/payments/{paymentId}/transition`
   */
  transition(paymentId: string, body: t.TransitionPaymentRequest, options?: CallOptions): Call<t.Payment>
}

export interface SandboxResource {
  /**
   * Run the margin calculation now.
   *
   * Runs the daily margin run now. A second run at an unchanged market does nothing.
   *
   * Scope: `sandbox:simulate`.
   *
   * `POST /v1/sandbox/margin-runs`
   */
  runMargin(body: t.RunMarginRequest, options?: CallOptions): Call<t.MarginRun>
  /**
   * Reset the sandbox.
   *
   * Restores the seeded data. Clients, their secrets and their tokens stay valid.
   *
   * Scope: `sandbox:simulate`.
   *
   * `POST /v1/sandbox/reset`
   */
  reset(body: t.ResetSandboxRequest, options?: CallOptions): Call<t.SandboxReset>
  /**
   * List magic values.
   *
   * Returns the words in names and references that decide the course of a payment, check or approval.
   *
   * Scope: `sandbox:simulate`.
   *
   * `GET /v1/sandbox/magic-values`
   */
  listMagicValues(options?: CallOptions): Call<t.MagicValueList>
}

export interface ServiceResource {
  /**
   * Check that the process runs.
   *
   * Returns 200 even if the database cannot be reached. Restart a process that does not respond.
   *
   * `GET /health/live`
   */
  getLiveness(options?: CallOptions): Call<t.ServiceStatus>
  /**
   * Check that the service can take requests.
   *
   * Returns 200 while the database responds and accepts writes. Otherwise, and once the service is asked to stop, it returns 503 with the reason. Send requests only to a process that returns 200.
   *
   * `GET /health/ready`
   */
  getReadiness(options?: CallOptions): Call<t.ServiceStatus>
  /**
   * List error codes.
   *
   * Returns each code with its status and message, and states if the same request can succeed later. Released codes are never renamed.
   *
   * `GET /v1/errors`
   */
  listErrors(options?: CallOptions): Call<t.ErrorCodePage>
  /**
   * List versions and their changes.
   *
   * All versions on one page, and the operations that are deprecated. With `Accept: text/markdown` it is the file CHANGELOG.md.
   *
   * `GET /v1/changelog`
   */
  getChangelog(options?: CallOptions): Call<t.Changelog>
  /**
   * List versions and their changes.
   *
   * Returns a file.
   *
   * All versions on one page, and the operations that are deprecated. With `Accept: text/markdown` it is the file CHANGELOG.md.
   *
   * `GET /v1/changelog`
   */
  downloadChangelog(options?: CallOptions): Call<FileAnswer>
}

export interface SpotResource {
  /**
   * Quote a spot deal.
   *
   * Returns a firm price for one deal, valid for as long as the entity’s settings state. Without `valueDate` it is for the earliest possible date, and without account ids for the default account of each currency.
   *
   * Scope: `fx:quote`.
   *
   * `POST /v1/fx/quotes/spot`
   */
  quote(body: t.QuoteSpotRequest, options?: CallOptions): Call<t.SpotQuote>
  /**
   * Book a spot quote.
   *
   * The quote must not have expired when the request is received. The sell amount of an ABS entity is put on hold immediately. An RM entity deals on credit within its settlement limit: the sell amount must be in the sell account by `cutOffAt`. While the RM entity has not paid an earlier deal that is due, its sell amount is also put on hold immediately. The trade settles when the value date begins in UTC, or immediately if dealt for that day.
   *
   * Scope: `fx:trade`.
   *
   * Role: `maker`.
   *
   * `POST /v1/fx/trades/spot`
   */
  book(body: t.BookSpotRequest, options: CallOptions & NonNullable<t.BookSpotData['query']> & { dryRun: true }): Call<t.TradeDryRun>
  book(body: t.BookSpotRequest, options?: CallOptions & NonNullable<t.BookSpotData['query']>): Call<t.Trade>
  /**
   * Quote the cancellation, close-out or move of a spot trade.
   *
   * Cancel ends a trade that is Executed; CloseOut ends one that awaits its funds or is overdue. The opposite deal is priced at the market, without mark-up, and the difference is settled in cash: a loss immediately, a gain on the value date. Move closes the trade in the same way and books it again at the market of another spot value date.
   *
   * Scope: `fx:trade`.
   *
   * `POST /v1/fx/trades/spot/{tradeId}/amendments/quote`
   */
  quoteAmendment(tradeId: string, body: t.QuoteSpotAmendmentRequest, options: CallOptions & NonNullable<t.QuoteSpotAmendmentData['query']> & { dryRun: true }): Call<t.SpotAmendmentQuoteDryRun>
  quoteAmendment(tradeId: string, body: t.QuoteSpotAmendmentRequest, options?: CallOptions & NonNullable<t.QuoteSpotAmendmentData['query']>): Call<t.SpotAmendmentQuote>
  /**
   * Book the amendment of a spot trade.
   *
   * Payments attached to the trade that have not been sent are cancelled with it. Under an approval policy for trades, the amendment is `PendingApproval`: it waits for the approvals as a trade does, for at most 15 minutes.
   *
   * Scope: `fx:trade`.
   *
   * Role: `maker`.
   *
   * `POST /v1/fx/trades/spot/{tradeId}/amendments`
   */
  bookAmendment(tradeId: string, body: t.BookSpotAmendmentRequest, options: CallOptions & NonNullable<t.BookSpotAmendmentData['query']> & { dryRun: true }): Call<t.SpotAmendmentDryRun>
  bookAmendment(tradeId: string, body: t.BookSpotAmendmentRequest, options?: CallOptions & NonNullable<t.BookSpotAmendmentData['query']>): Call<t.SpotAmendment>
  /**
   * List value dates up to spot.
   *
   * Returns each day of the range with its tenor and cut-off if a spot deal can settle on it, otherwise with the reasons by currency.
   *
   * Scope: `fx:quote`.
   *
   * `GET /v1/fx/spot-value-dates`
   */
  listValueDates(query: NonNullable<t.ListSpotValueDatesData['query']>, options?: CallOptions): Call<t.SpotValueDates>
}

export interface StatementsResource {
  /**
   * Create an interim statement.
   *
   * The interim statement covers up to 366 days. It has no number and is not stored. `to` defaults to today, `from` to the first day of the month of `to`. Statements of closed months and days are listed at /v1/statements/stored.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/statements`
   */
  getInterim(query: NonNullable<t.GetInterimStatementData['query']>, options?: CallOptions): Call<t.Statement>
  /**
   * Create an interim statement.
   *
   * Returns a file.
   *
   * The interim statement covers up to 366 days. It has no number and is not stored. `to` defaults to today, `from` to the first day of the month of `to`. Statements of closed months and days are listed at /v1/statements/stored.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/statements`
   */
  downloadInterim(query: NonNullable<t.GetInterimStatementData['query']>, options?: CallOptions): Call<FileAnswer>
  /**
   * List stored statements of an account.
   *
   * Returns one statement for each closed month, even without entries, or with `period=Day` for each closed day. They are issued in order at the first request, are numbered and chained, and never change.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/statements/stored`
   */
  listStored(query: NonNullable<t.ListStoredStatementsData['query']>, options?: CallOptions): List<t.StatementSummaryPage['data'][number], t.StatementSummaryPage>
  /**
   * Get a stored statement.
   *
   * Returns a numbered statement, which never changes, as JSON, PDF, CSV, MT940 or camt.053. `format` or the `Accept` header chooses.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/statements/{statementId}`
   */
  getStored(statementId: string, query?: NonNullable<t.GetStoredStatementData['query']>, options?: CallOptions): Call<t.Statement>
  /**
   * Get a stored statement.
   *
   * Returns a file.
   *
   * Returns a numbered statement, which never changes, as JSON, PDF, CSV, MT940 or camt.053. `format` or the `Accept` header chooses.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/statements/{statementId}`
   */
  downloadStored(statementId: string, query?: NonNullable<t.GetStoredStatementData['query']>, options?: CallOptions): Call<FileAnswer>
}

export interface TokensResource {
  /**
   * Get OAuth server metadata (RFC 8414).
   *
   * Returns the addresses of the token operations, the supported ways of authentication, and the scopes.
   *
   * `GET /.well-known/oauth-authorization-server`
   */
  getAuthorizationServerMetadata(options?: CallOptions): Call<t.AuthorizationServerMetadata>
  /**
   * Request an access token.
   *
   * Takes a form. Authenticate by HTTP Basic, by `client_id` and `client_secret`, or by a signed assertion. Without `scope` the token has every scope of the client. It is valid for one hour.
   *
   * `POST /v1/oauth2/token`
   */
  create(body: t.CreateTokenRequest, options?: CallOptions): Call<t.Token>
  /**
   * Revoke a token (RFC 7009).
   *
   * Every process rejects the token within a second. An unknown token also returns 200.
   *
   * `POST /v1/oauth2/revoke`
   */
  revoke(body: t.RevokeTokenRequest, options?: CallOptions): Call<void>
  /**
   * Introspect a token (RFC 7662).
   *
   * Returns `active: false` for a token that is unknown, expired, revoked or of another client.
   *
   * `POST /v1/oauth2/introspect`
   */
  introspect(body: t.IntrospectTokenRequest, options?: CallOptions): Call<t.TokenIntrospection>
}

export interface TradesResource {
  /**
   * List mark-to-market by trade.
   *
   * The mark-to-market of a trade is the amount that the client will receive less the amount that it will pay, both at the market forward rate for the valuation date, on the side of a close-out. The valuation date is the value date of a fixed forward, otherwise the day the forward was priced for, and never before the spot date. Close-outs and extensions use the same date and rate. Values are discounted from the value date to today at the counter currency’s rate, and converted into the facility’s currency at the spot mid rate of the same market snapshot. `snapshotId` identifies that snapshot; all pages of a list use it. `Accept: application/x-ndjson` returns all trades in one response, one per line.
   *
   * Scope: `credit:read`.
   *
   * `GET /v1/credit/mtm/trades`
   */
  listMtm(query?: NonNullable<t.ListTradeMtmData['query']>, options?: CallOptions): List<t.TradeMtmList['data'][number], t.TradeMtmList>
  /**
   * List mark-to-market by trade.
   *
   * Returns a file.
   *
   * The mark-to-market of a trade is the amount that the client will receive less the amount that it will pay, both at the market forward rate for the valuation date, on the side of a close-out. The valuation date is the value date of a fixed forward, otherwise the day the forward was priced for, and never before the spot date. Close-outs and extensions use the same date and rate. Values are discounted from the value date to today at the counter currency’s rate, and converted into the facility’s currency at the spot mid rate of the same market snapshot. `snapshotId` identifies that snapshot; all pages of a list use it. `Accept: application/x-ndjson` returns all trades in one response, one per line.
   *
   * Scope: `credit:read`.
   *
   * `GET /v1/credit/mtm/trades`
   */
  downloadMtm(query?: NonNullable<t.ListTradeMtmData['query']>, options?: CallOptions): Call<FileAnswer>
  /**
   * List trades.
   *
   * Returns spot trades, forwards and trades at held rates, newest first. Filter by kind, status, pair, dates or your own reference.
   *
   * Scope: `fx:trade`.
   *
   * `GET /v1/fx/trades`
   */
  list(query?: NonNullable<t.ListTradesData['query']>, options?: CallOptions): List<t.TradePage['data'][number], t.TradePage>
  /**
   * Get a trade.
   *
   * Returns a trade of any kind with its amounts, dates, settlement and history.
   *
   * Scope: `fx:trade`.
   *
   * `GET /v1/fx/trades/{tradeId}`
   */
  get(tradeId: string, options?: CallOptions): Call<t.Trade>
  /**
   * Get the confirmation of a trade.
   *
   * Returns the agreed terms as a PDF once the trade is executed. Every request returns the same file. After the first request the trade shows it as `confirmationDocumentId`.
   *
   * Scope: `fx:trade`.
   *
   * `GET /v1/fx/trades/{tradeId}/confirmation`
   */
  getConfirmation(tradeId: string, options?: CallOptions): Call<t.Document>
  /**
   * Get the confirmation of a trade.
   *
   * Returns a file.
   *
   * Returns the agreed terms as a PDF once the trade is executed. Every request returns the same file. After the first request the trade shows it as `confirmationDocumentId`.
   *
   * Scope: `fx:trade`.
   *
   * `GET /v1/fx/trades/{tradeId}/confirmation`
   */
  downloadConfirmation(tradeId: string, options?: CallOptions): Call<FileAnswer>
  /**
   * Approve a trade or drawdown.
   *
   * The last required approval executes the trade as booked. The service checks everything again that may have changed: entity, product, pair, accounts, value date, limits, credit and funds. If the market has moved in either direction by more than the entity’s `approvalPriceToleranceBps` since the trade was priced, the approval is rejected with `trade_price_moved`. A held rate stays valid until it ends. After a rejected approval the trade stays pending and can be approved once the cause is resolved, until it lapses: a price is valid for at most 15 minutes. Request a new quote to deal immediately.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * `POST /v1/fx/trades/{tradeId}/approve`
   */
  approve(tradeId: string, options?: CallOptions & NonNullable<t.ApproveTradeData['query']>): Call<t.TradeOrDryRun>
  /**
   * Reject a trade or drawdown.
   *
   * The trade is cancelled, with the payments attached to it.
   *
   * Scope: `payments:approve`.
   *
   * Role: `approver`.
   *
   * `POST /v1/fx/trades/{tradeId}/reject`
   */
  reject(tradeId: string, options?: CallOptions & NonNullable<t.RejectTradeData['query']>): Call<t.TradeOrDryRun>
  /**
   * Get the approval of a trade.
   *
   * Returns the approvals that the trade or drawdown requires, those given, the clients that can or cannot approve, and the time at which the approval lapses.
   *
   * Scope: `fx:trade`.
   *
   * `GET /v1/fx/trades/{tradeId}/approval`
   */
  getApproval(tradeId: string, options?: CallOptions): Call<t.TradeApproval>
  /**
   * Settle a trade now.
   *
   * Settles the trade now, whatever its value date. Without funds in the sell account the trade waits for them.
   *
   * Scope: `sandbox:simulate`.
   *
   * `POST /v1/sandbox/trades/{tradeId}/settle`
   */
  settle(tradeId: string, body: t.SettleTradeRequest, options?: CallOptions): Call<t.Trade>
}

export interface TransactionsResource {
  /**
   * List transactions of an account.
   *
   * Returns booked transactions, or with the status Pending the money on hold for payments and trades. Each page searches a bounded number of postings, so a filtered page may contain fewer items than `limit`, or none, and still have a nextCursor.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/transactions`
   */
  list(query?: NonNullable<t.ListTransactionsData['query']>, options?: CallOptions): List<t.TransactionPage['data'][number], t.TransactionPage>
}

export interface VirtualAccountsResource {
  /**
   * List virtual accounts.
   *
   * Returns open and closed virtual accounts with their numbers and their bank details for payers.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/virtual-accounts`
   */
  list(query?: NonNullable<t.ListVirtualAccountsData['query']>, options?: CallOptions): List<t.VirtualAccountPage['data'][number], t.VirtualAccountPage>
  /**
   * Open a virtual account.
   *
   * A virtual account is an additional account number for one of your accounts. Give each payer a different one: money sent to it is credited to the account, and the inbound payment and the transaction name the virtual account.
   *
   * Scope: `payments:write`.
   *
   * Role: `maker`.
   *
   * `POST /v1/virtual-accounts`
   */
  open(body: t.OpenVirtualAccountRequest, options: CallOptions & NonNullable<t.OpenVirtualAccountData['query']> & { dryRun: true }): Call<t.VirtualAccountDryRun>
  open(body: t.OpenVirtualAccountRequest, options?: CallOptions & NonNullable<t.OpenVirtualAccountData['query']>): Call<t.VirtualAccount>
  /**
   * Get a virtual account.
   *
   * Returns a virtual account with its number, its bank details for payers, and the account that is credited.
   *
   * Scope: `reporting:read`.
   *
   * `GET /v1/virtual-accounts/{virtualAccountId}`
   */
  get(virtualAccountId: string, options?: CallOptions): Call<t.VirtualAccount>
  /**
   * Close a virtual account.
   *
   * A closed virtual account cannot be opened again. Money sent to it later is not credited: it waits as unidentified until the operator assigns it or sends it back.
   *
   * Scope: `payments:write`.
   *
   * Role: `maker`.
   *
   * `POST /v1/virtual-accounts/{virtualAccountId}/close`
   */
  close(virtualAccountId: string, options?: CallOptions & NonNullable<t.CloseVirtualAccountData['query']>): Call<t.VirtualAccountOrDryRun>
}

export interface WebhooksResource {
  /**
   * List webhook endpoints.
   *
   * Returns address, event types and status of each endpoint, without its secret.
   *
   * Scope: `webhooks:manage`.
   *
   * `GET /v1/webhook-endpoints`
   */
  listEndpoints(query?: NonNullable<t.ListWebhookEndpointsData['query']>, options?: CallOptions): List<t.WebhookEndpointPage['data'][number], t.WebhookEndpointPage>
  /**
   * Create a webhook endpoint.
   *
   * The service sends each later event of the chosen types, or of all types, to the address, signed with the secret. Only this response and that of a rotation contain the secret.
   *
   * Scope: `webhooks:manage`.
   *
   * Role: `maker`.
   *
   * `POST /v1/webhook-endpoints`
   */
  createEndpoint(body: t.CreateWebhookEndpointRequest, options?: CallOptions): Call<t.WebhookEndpoint>
  /**
   * Get a webhook endpoint.
   *
   * Returns address, event types and status, without the secret. Send the `ETag` as `If-Match` when you change the endpoint.
   *
   * Scope: `webhooks:manage`.
   *
   * `GET /v1/webhook-endpoints/{webhookEndpointId}`
   */
  getEndpoint(webhookEndpointId: string, options?: CallOptions): Call<t.WebhookEndpoint>
  /**
   * Change, enable or disable a webhook endpoint.
   *
   * Omitted fields stay unchanged. `If-Match` prevents overwriting another change.
   *
   * Scope: `webhooks:manage`.
   *
   * Role: `maker`.
   *
   * `PATCH /v1/webhook-endpoints/{webhookEndpointId}`
   */
  updateEndpoint(webhookEndpointId: string, body: t.UpdateWebhookEndpointRequest, options?: CallOptions): Call<t.WebhookEndpoint>
  /**
   * Delete a webhook endpoint.
   *
   * The endpoint gets no further events, not even pending deliveries, and cannot be restored.
   *
   * Scope: `webhooks:manage`.
   *
   * Role: `maker`.
   *
   * `DELETE /v1/webhook-endpoints/{webhookEndpointId}`
   */
  deleteEndpoint(webhookEndpointId: string, options?: CallOptions): Call<void>
  /**
   * Rotate the secret of a webhook endpoint.
   *
   * Returns the new secret, which no later response contains. Requests are signed with both secrets for 24 hours, so that receivers can change over.
   *
   * Scope: `webhooks:manage`.
   *
   * Role: `maker`.
   *
   * `POST /v1/webhook-endpoints/{webhookEndpointId}/rotate-secret`
   */
  rotateSecret(webhookEndpointId: string, options?: CallOptions): Call<t.WebhookEndpoint>
  /**
   * Send a test event.
   *
   * The event has the type `webhookEndpoint.test` and is attempted once, even for a disabled endpoint. Read the delivery for its outcome.
   *
   * Scope: `webhooks:manage`.
   *
   * Role: `maker`.
   *
   * `POST /v1/webhook-endpoints/{webhookEndpointId}/test`
   */
  testEndpoint(webhookEndpointId: string, options?: CallOptions): Call<t.WebhookDelivery>
  /**
   * Replay events from a sequence number.
   *
   * Moves the endpoint back to `fromSequence` and sends the events from there again, in order. It has no effect if the endpoint has not reached that event.
   *
   * Scope: `webhooks:manage`.
   *
   * Role: `maker`.
   *
   * `POST /v1/webhook-endpoints/{webhookEndpointId}/replay`
   */
  replayEvents(webhookEndpointId: string, body: t.ReplayWebhookEventsRequest, options?: CallOptions): Call<t.WebhookEndpoint>
  /**
   * List deliveries to a webhook endpoint.
   *
   * Returns the deliveries of the last 30 days, each with its event, status and last attempt. Filter by `status` to find those that failed.
   *
   * Scope: `webhooks:manage`.
   *
   * `GET /v1/webhook-endpoints/{webhookEndpointId}/deliveries`
   */
  listDeliveries(webhookEndpointId: string, query?: NonNullable<t.ListWebhookDeliveriesData['query']>, options?: CallOptions): List<t.WebhookDeliveryPage['data'][number], t.WebhookDeliveryPage>
  /**
   * Get a delivery.
   *
   * Returns a delivery to a webhook endpoint with its event, status and the outcome of the last attempt.
   *
   * Scope: `webhooks:manage`.
   *
   * `GET /v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}`
   */
  getDelivery(webhookEndpointId: string, deliveryId: string, options?: CallOptions): Call<t.WebhookDelivery>
  /**
   * Repeat a delivery.
   *
   * A pending delivery is attempted immediately. Any other event is sent in a new delivery, under the same webhook-id.
   *
   * Scope: `webhooks:manage`.
   *
   * Role: `maker`.
   *
   * `POST /v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver`
   */
  redeliver(webhookEndpointId: string, deliveryId: string, options?: CallOptions): Call<t.WebhookDelivery>
}

/** Codes of errors; later versions of the service may add others. */
export type ErrorCode =
  | 'access_date_invalid'
  | 'account_blocked'
  | 'account_closed'
  | 'account_not_found'
  | 'account_numbers_exhausted'
  | 'account_permission_missing'
  | 'amendment_date_invalid'
  | 'amendment_date_unchanged'
  | 'amendment_pending'
  | 'amendment_quote_not_found'
  | 'amendment_quote_outdated'
  | 'amount_above_maximum'
  | 'amount_above_rail_limit'
  | 'amount_below_minimum'
  | 'amount_exceeds_hold'
  | 'amount_exceeds_margin_call'
  | 'amount_exceeds_trade'
  | 'amount_not_countable'
  | 'amount_out_of_range'
  | 'amount_too_long_for_format'
  | 'approval_already_given'
  | 'approval_incomplete'
  | 'approval_not_given'
  | 'approval_not_recallable'
  | 'approval_not_recalled'
  | 'approval_self_not_allowed'
  | 'audit_position_unknown'
  | 'batch_too_complex'
  | 'batch_totals_mismatch'
  | 'beneficiary_blocked'
  | 'beneficiary_cooling_off'
  | 'beneficiary_currency_mismatch'
  | 'beneficiary_deleted'
  | 'beneficiary_in_use'
  | 'beneficiary_must_be_saved'
  | 'beneficiary_not_active'
  | 'beneficiary_not_awaiting_approval'
  | 'beneficiary_not_found'
  | 'beneficiary_self_approval'
  | 'beneficiary_version_conflict'
  | 'body_not_expected'
  | 'body_not_json'
  | 'body_not_utf8'
  | 'body_too_large'
  | 'calendar_unknown'
  | 'charge_bearer_not_available'
  | 'charset_not_supported'
  | 'client_reference_fixed'
  | 'clock_beyond_calendar'
  | 'clock_moves_forward_only'
  | 'confirmation_not_ready'
  | 'content_encoding_not_supported'
  | 'credit_facility_missing'
  | 'credit_facility_not_active'
  | 'credit_limit_exceeded'
  | 'credit_term_not_fitting'
  | 'credit_term_not_found'
  | 'csv_invalid'
  | 'currency_account_missing'
  | 'currency_mismatch'
  | 'daily_limit_exceeded'
  | 'database_unavailable'
  | 'draw_currency_invalid'
  | 'drawdown_not_cancellable'
  | 'drawdowns_not_enabled'
  | 'duplicate_client_reference'
  | 'entity_not_active'
  | 'entity_not_found'
  | 'event_position_expired'
  | 'event_position_unknown'
  | 'event_stream_limit_reached'
  | 'event_streams_exhausted'
  | 'exceeds_balance'
  | 'external_reference_taken'
  | 'facility_not_found'
  | 'file_element_not_carried'
  | 'fixed_forward_only_on_value_date'
  | 'forward_matured'
  | 'forward_not_deliverable'
  | 'forward_not_open'
  | 'forward_tenor_too_long'
  | 'forwards_differ'
  | 'forwards_not_enabled'
  | 'held_rate_cancelled'
  | 'held_rate_dates_unavailable'
  | 'held_rate_not_cancellable'
  | 'held_rates_not_enabled'
  | 'hold_crosses_cut_off'
  | 'iban_mismatch'
  | 'iban_not_found'
  | 'idempotency_in_progress'
  | 'idempotency_key_invalid'
  | 'idempotency_key_required'
  | 'idempotency_key_reused'
  | 'if_match_invalid'
  | 'inbound_payment_known'
  | 'inbound_payment_not_found'
  | 'initial_margin_outstanding'
  | 'institution_not_configured'
  | 'insufficient_funds'
  | 'internal_account_transfer_not_found'
  | 'internal_error'
  | 'internal_transfers_not_enabled'
  | 'invalid_client'
  | 'invalid_request'
  | 'invalid_scope'
  | 'ip_not_allowed'
  | 'last_event_id_invalid'
  | 'margin_call_not_found'
  | 'margin_call_not_open'
  | 'margin_call_overdue'
  | 'market_closed'
  | 'media_type_not_supported'
  | 'no_other_active_quote'
  | 'not_acceptable'
  | 'not_available_for_entity_kind'
  | 'not_drawable_yet'
  | 'not_found'
  | 'not_ready'
  | 'notification_recipient_exists'
  | 'notification_recipient_limit_reached'
  | 'notification_recipient_not_found'
  | 'notifications_not_available'
  | 'notify_emails_not_available'
  | 'open_hold_limit_exceeded'
  | 'order_limit_reached'
  | 'order_not_awaiting_approval'
  | 'order_not_cancellable'
  | 'order_not_found'
  | 'order_rate_reached'
  | 'order_rate_too_far'
  | 'order_version_conflict'
  | 'orders_not_enabled'
  | 'outcome_unknown'
  | 'outside_trading_hours'
  | 'overloaded'
  | 'pad_not_approved'
  | 'pair_not_tradeable'
  | 'payee_not_matched'
  | 'payer_details_required'
  | 'payment_batch_not_cancellable'
  | 'payment_batch_not_found'
  | 'payment_before_trade_value_date'
  | 'payment_currency_mismatch'
  | 'payment_date_too_far_ahead'
  | 'payment_date_unavailable'
  | 'payment_details_changed'
  | 'payment_fits_no_drawdown'
  | 'payment_hand_over_started'
  | 'payment_not_awaiting_approval'
  | 'payment_not_cancellable'
  | 'payment_not_found'
  | 'payment_not_payable'
  | 'payment_not_recallable'
  | 'payment_transition_not_allowed'
  | 'payment_version_conflict'
  | 'payments_exceed_drawdown'
  | 'payments_not_enabled'
  | 'post_expiry_action_not_allowed'
  | 'price_unavailable'
  | 'purpose_code_invalid'
  | 'purpose_code_required'
  | 'query_not_utf8'
  | 'quote_already_booked'
  | 'quote_expired'
  | 'quote_not_found'
  | 'rail_not_available'
  | 'range_too_long'
  | 'rate_alert_level_reached'
  | 'rate_alert_limit_reached'
  | 'rate_alert_not_cancellable'
  | 'rate_alert_not_found'
  | 'rate_limited'
  | 'recall_exists'
  | 'residue_too_small'
  | 'role_missing'
  | 'same_account'
  | 'scope_missing'
  | 'screening_payee_undecided'
  | 'server_error'
  | 'settlement_limit_exceeded'
  | 'shutting_down'
  | 'snapshot_not_found'
  | 'speed_not_available'
  | 'split_leaves_nothing'
  | 'spot_amendment_quote_not_found'
  | 'spot_not_enabled'
  | 'spot_trade_not_amendable'
  | 'statement_not_found'
  | 'tenor_beyond_term'
  | 'tenor_not_allowed'
  | 'token_invalid'
  | 'token_missing'
  | 'too_many_concurrent_requests'
  | 'trade_account_closed'
  | 'trade_currency_mismatch'
  | 'trade_not_awaiting_approval'
  | 'trade_not_forward'
  | 'trade_not_found'
  | 'trade_not_payable'
  | 'trade_not_settleable'
  | 'trade_price_moved'
  | 'transfer_not_awaiting_approval'
  | 'unauthorized_client'
  | 'unpaid_amounts_outstanding'
  | 'unsupported_grant_type'
  | 'validation_failed'
  | 'valuation_not_available'
  | 'value_date_beyond_coverage'
  | 'value_date_beyond_curve'
  | 'value_date_unavailable'
  | 'verification_expired'
  | 'verification_mismatch'
  | 'verification_not_found'
  | 'verification_required'
  | 'virtual_account_closed'
  | 'virtual_account_limit_reached'
  | 'virtual_account_not_found'
  | 'webhook_address_not_allowed'
  | 'webhook_delivery_not_found'
  | 'webhook_endpoint_disabled'
  | 'webhook_endpoint_limit_reached'
  | 'webhook_endpoint_not_found'
  | 'webhook_endpoint_version_conflict'
  | 'webhook_host_not_found'
  | 'wire_not_received'
  | 'xml_invalid'
  | (string & {})

/** Resources of the service. */
export interface Resources {
  readonly accounts: AccountsResource
  readonly approvals: ApprovalsResource
  readonly audit: AuditResource
  readonly balances: BalancesResource
  readonly beneficiaries: BeneficiariesResource
  readonly clock: ClockResource
  readonly credit: CreditResource
  readonly drawdowns: DrawdownsResource
  readonly entities: EntitiesResource
  readonly events: EventsResource
  readonly facilities: FacilitiesResource
  readonly forwards: ForwardsResource
  readonly fx: FxResource
  readonly fxOrders: FxOrdersResource
  readonly fxRateAlerts: FxRateAlertsResource
  readonly heldRates: HeldRatesResource
  readonly inboundPayments: InboundPaymentsResource
  readonly internalTransfers: InternalTransfersResource
  readonly marginCalls: MarginCallsResource
  readonly market: MarketResource
  readonly notificationRecipients: NotificationRecipientsResource
  readonly payees: PayeesResource
  readonly paymentBatches: PaymentBatchesResource
  readonly payments: PaymentsResource
  readonly sandbox: SandboxResource
  readonly service: ServiceResource
  readonly spot: SpotResource
  readonly statements: StatementsResource
  readonly tokens: TokensResource
  readonly trades: TradesResource
  readonly transactions: TransactionsResource
  readonly virtualAccounts: VirtualAccountsResource
  readonly webhooks: WebhooksResource
}
