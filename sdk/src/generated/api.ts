/** Made from the service's OpenAPI document by sdk/generate.mjs; do not edit. */

export interface paths {
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where and how to get tokens (RFC 8414) */
        get: operations["getAuthorizationServerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process runs */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The database answers and accepts writes */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Accounts
         * @description Scope: `reporting:read`.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One account
         * @description Scope: `reporting:read`.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Audit trail of one entity, newest first
         * @description Every write, document read and user act of the entity: who, from where, by which operation, before and after. A filtered page may contain fewer items than `limit` and still have a nextCursor.
         *
         *     Scope: `reporting:read`.
         */
        get: operations["listAuditRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the audit trail of one entity with its chain of hashes
         * @description One call compares about 10,000 records and names the first one that differs.
         *
         *     Scope: `reporting:read`.
         */
        get: operations["verifyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balances, now or as at an instant of the past
         * @description Scope: `reporting:read`.
         */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/beneficiaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Beneficiaries, newest first; only active ones unless you filter by status
         * @description Scope: `beneficiaries:read`.
         */
        get: operations["listBeneficiaries"];
        put?: never;
        /**
         * Create a beneficiary
         * @description Scope: `beneficiaries:write`.
         *
         *     Role: `maker`.
         */
        post: operations["createBeneficiary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/beneficiaries/{beneficiaryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One beneficiary, deleted ones too
         * @description Scope: `beneficiaries:read`.
         */
        get: operations["getBeneficiary"];
        /**
         * Replace a beneficiary; If-Match guards against overwriting the change of another
         * @description Scope: `beneficiaries:write`.
         *
         *     Role: `maker`.
         *
         *     RM entities only.
         */
        put: operations["replaceBeneficiary"];
        post?: never;
        /**
         * Delete a beneficiary
         * @description Scope: `beneficiaries:write`.
         *
         *     Role: `maker`.
         */
        delete: operations["deleteBeneficiary"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/beneficiaries/{beneficiaryId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a beneficiary
         * @description Requires a client of the entity other than the one that created or changed the beneficiary.
         *
         *     Scope: `payments:approve`.
         *
         *     Role: `approver`.
         */
        post: operations["approveBeneficiary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/beneficiaries/{beneficiaryId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a beneficiary, which deletes it
         * @description Requires a client of the entity other than the one that created or changed the beneficiary.
         *
         *     Scope: `payments:approve`.
         *
         *     Role: `approver`.
         */
        post: operations["rejectBeneficiary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/beneficiaries/requirements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Required beneficiary fields by currency, bank country and type
         * @description Scope: `beneficiaries:read`.
         */
        get: operations["getBeneficiaryRequirements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/beneficiaries/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a beneficiary without saving it
         * @description Takes the body of create. Always 200 when it is well-formed: `errors` lists the errors that create would return.
         *
         *     Scope: `beneficiaries:read`.
         */
        post: operations["validateBeneficiary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changelog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Versions with their changes, newest first
         * @description All versions on one page, and the operations that are deprecated. With `Accept: text/markdown` it is the file CHANGELOG.md.
         */
        get: operations["getChangelog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit/facilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Credit facilities with their current utilisation
         * @description Scope: `credit:read`.
         */
        get: operations["listFacilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit/facilities/{facilityId}/letter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The facility letter
         * @description Metadata of the letter; the PDF with `Accept: application/pdf` or `format=pdf`.
         *
         *     Scope: `credit:read`.
         */
        get: operations["getFacilityLetter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit/facilities/{facilityId}/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Terms of a facility, in the order in which they are tried
         * @description Scope: `credit:read`.
         */
        get: operations["listFacilityTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit/margin-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Margin calls
         * @description Scope: `credit:read`.
         */
        get: operations["listMarginCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit/margin-calls/{marginCallId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One margin call
         * @description Scope: `credit:read`.
         */
        get: operations["getMarginCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit/margin-calls/{marginCallId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a margin call from an account
         * @description Pays the outstanding amount or a part of it. The margin is released when it is no longer needed.
         *
         *     Scope: `fx:forward`.
         *
         *     Role: `maker`.
         */
        post: operations["settleMarginCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit/mtm/currency-pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mark-to-market by currency pair
         * @description The trades of `mtm/trades`, summed up in market convention: base currency bought is long.
         *
         *     Scope: `credit:read`.
         */
        get: operations["listCurrencyPairMtm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit/mtm/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mark-to-market by trade
         * @description Amount the client will receive less the amount it will pay, both at the market forward rate for the valuation date, on the side of a close-out. The valuation date is the value date of a fixed forward, otherwise the day the forward was priced for, and never before the spot date. Close-outs and extensions use the same date and rate. Values are discounted from the value date to today at the counter currency’s rate, and converted into the facility’s currency at the spot mid rate of the same market snapshot. `snapshotId` identifies that snapshot; all pages of a list use it. `Accept: application/x-ndjson` returns all trades in one response, one per line.
         *
         *     Scope: `credit:read`.
         */
        get: operations["listTradeMtm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Utilisation, value and margin calls after rate shocks or with one more forward
         * @description Nothing is stored. A shock of a cross moves its base currency’s USD pair. The forward is a fixed one, priced at the present market without mark-up, and valued after the shocks.
         *
         *     Scope: `credit:read`.
         */
        post: operations["simulateCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The entities of this client
         * @description Scope: `entities:read`.
         */
        get: operations["listEntities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Permissions, limits and limit utilisation of the entities
         * @description Scope: `entities:read`.
         */
        get: operations["getEntitySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every error code */
        get: operations["listErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of one entity, oldest first
         * @description Every change of state of the entity, numbered without gaps. Poll with the `position` of the previous response as `after`. Events older than 90 days are not returned. Clients that send `Accept: text/event-stream` get a stream of server-sent events: each has the sequence as `id`, the type as `event` and the event as `data`. It continues with new events; after a break send the last `id` as the header `Last-Event-ID`.
         *
         *     Scope: `reporting:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the holiday calendars
         * @description The days for which the holidays of each currency are known, and which of them are announced. Calendars that follow rules extend themselves three years ahead; the others hold expected days until the authority announces them. With `currency`, `from` and `to` the holidays of that range are listed.
         *
         *     Scope: `fx:quote`.
         */
        get: operations["listCalendars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/earliest-settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The first date on which a deal can settle
         * @description Same day, the day before spot, or spot: the first whose cut-off has not passed.
         *
         *     Scope: `fx:quote`.
         */
        get: operations["getEarliestSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/quotes/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An indicative price
         * @description Returns the price for the client `entityId`, otherwise the market mid rate. An estimate cannot be booked.
         *
         *     Scope: `fx:quote`.
         */
        get: operations["estimateRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/quotes/forwards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote a forward
         * @description A firm price for a value date after spot, held for the seconds that the entity’s settings say. A window, open or variable forward is priced at the day of its window that is worst for the client. Credit and initial margin are looked at, not reserved.
         *
         *     Scope: `fx:quote`.
         *
         *     RM entities only.
         */
        post: operations["quoteForward"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/quotes/held-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List held rates
         * @description The first to expire first; without `status` those that can be booked.
         *
         *     Scope: `fx:heldrate`.
         *
         *     ABS entities only.
         */
        get: operations["listHeldRates"];
        put?: never;
        /**
         * Hold a rate
         * @description A price kept for the tenor, for an amount that need only be estimated now. Holding costs a premium that grows with the pair’s volatility and the square root of the time; it is contained in the rate.
         *
         *     Scope: `fx:heldrate`.
         *
         *     Role: `maker`.
         *
         *     ABS entities only.
         */
        post: operations["createHeldRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/quotes/held-rate/{quoteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One held rate
         * @description Scope: `fx:heldrate`.
         *
         *     ABS entities only.
         */
        get: operations["getHeldRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/quotes/held-rate/{quoteId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up a held rate
         * @description Releases its share of the limit on open held rates; trades booked at it stay valid.
         *
         *     Scope: `fx:heldrate`.
         *
         *     Role: `maker`.
         *
         *     ABS entities only.
         */
        post: operations["cancelHeldRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/quotes/spot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote a spot deal
         * @description A firm price for one deal, held for the seconds that the entity’s settings say. Without `valueDate` the earliest date that can be dealt is used; without account ids the default account of each currency.
         *
         *     Scope: `fx:quote`.
         */
        post: operations["quoteSpot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/spot-value-dates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Value dates up to spot: available now, or the reason why not
         * @description Scope: `fx:quote`.
         */
        get: operations["listSpotValueDates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trades
         * @description Scope: `fx:trade`.
         */
        get: operations["listTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/{tradeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One trade
         * @description Scope: `fx:trade`.
         */
        get: operations["getTrade"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/{tradeId}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Approval details of a trade
         * @description Scope: `fx:trade`.
         */
        get: operations["getTradeApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/{tradeId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a trade or a drawdown that another client made
         * @description The last required approval executes the trade as booked. The service checks everything again that may have changed: entity, product, pair, accounts, value date, limits, credit and funds. If the market has moved in either direction by more than the entity’s `approvalPriceToleranceBps` since the trade was priced, the approval is rejected with `trade_price_moved`. A held rate stays valid until it ends. After a rejected approval the trade stays pending and can be approved once the cause is resolved, until it lapses: a price is valid for at most 15 minutes. Request a new quote to deal immediately.
         *
         *     Scope: `payments:approve`.
         *
         *     Role: `approver`.
         */
        post: operations["approveTrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/{tradeId}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Confirmation of a trade
         * @description PDF of the agreed terms, available once the trade is executed; always the same file. After the first request the trade shows it as `confirmationDocumentId`.
         *
         *     Scope: `fx:trade`.
         */
        get: operations["getTradeConfirmation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/{tradeId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a trade or a drawdown that another client made
         * @description It is cancelled, and so are the payments attached to it.
         *
         *     Scope: `payments:approve`.
         *
         *     Role: `approver`.
         */
        post: operations["rejectTrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/forwards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a forward’s quote
         * @description The quote must not have expired when the request is received. Credit is decided again under the facility’s lock. `payInitialMarginFromAccountId` posts the margin immediately. Otherwise fund the account of the margin currency; the forward can be drawn once the margin has arrived.
         *
         *     Scope: `fx:forward`.
         *
         *     Role: `maker`.
         *
         *     RM entities only.
         */
        post: operations["bookForward"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/forwards/{tradeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One forward
         * @description Returns the remaining amounts, the margin, the current value, and the available actions or the reasons against them.
         *
         *     Scope: `fx:forward`.
         *
         *     RM entities only.
         */
        get: operations["getForward"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/forwards/{tradeId}/amendments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book the quote of an amendment
         * @description Scope: `fx:forward`.
         *
         *     Role: `maker`.
         *
         *     RM entities only.
         */
        post: operations["bookForwardAmendment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/forwards/{tradeId}/amendments/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote an amendment: extend, bring forward, close out, split
         * @description Closes the part at the market and settles the gain or loss in cash. The part that continues is priced at the market of its new date.
         *
         *     Scope: `fx:forward`.
         *
         *     RM entities only.
         */
        post: operations["quoteForwardAmendment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/forwards/{tradeId}/drawdowns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Drawdowns of a forward
         * @description Scope: `fx:forward`.
         *
         *     RM entities only.
         */
        get: operations["listDrawdowns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/forwards/{tradeId}/initial-margin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A forward’s initial margin
         * @description Scope: `fx:forward`.
         *
         *     RM entities only.
         */
        get: operations["getForwardInitialMargin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/forwards/drawdowns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw down a forward, or several
         * @description Draws at the contract rate for a day in the drawdown window. Drawing the full remaining amount of one currency draws the exact remaining amount of the other. The buy amount is credited to the forward’s buy account; `payments` are made once it has arrived.
         *
         *     Scope: `fx:forward`.
         *
         *     Role: `maker`.
         *
         *     RM entities only.
         */
        post: operations["createDrawdowns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/forwards/drawdowns/{drawdownId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a drawdown before its funding cut-off
         * @description Its part can be drawn again. Attached payments that are not yet sent are cancelled.
         *
         *     Scope: `fx:forward`.
         *
         *     Role: `maker`.
         *
         *     RM entities only.
         */
        post: operations["cancelDrawdown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/forwards/reasons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Permitted reasons for a forward
         * @description Scope: `fx:forward`.
         *
         *     RM entities only.
         */
        get: operations["listForwardReasons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/held-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a held rate
         * @description Deals at the held price if the request is received before the expiry, otherwise by the held rate’s post-expiry action; `execution` states which. ExecuteAtMarketOpen queues a booking outside market hours (QueuedForOpen): it shows the rate and amounts of the last price until it is dealt at the opening.
         *
         *     Scope: `fx:heldrate`.
         *
         *     Role: `maker`.
         *
         *     ABS entities only.
         */
        post: operations["bookHeldRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/spot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a spot quote
         * @description The quote must not have expired when the request is received. An ABS entity’s sell amount is held at once; an RM entity deals on credit within its settlement limit and must have it in the sell account by `cutOffAt`; while it has not paid for an earlier deal in time, its sell amount is held at once too. It settles when the value date begins in UTC, or at once when dealt for the same day.
         *
         *     Scope: `fx:trade`.
         *
         *     Role: `maker`.
         */
        post: operations["bookSpot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/spot/{tradeId}/amendments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book the quote of a spot amendment
         * @description Payments attached to the trade that have not been sent are cancelled with it.
         *
         *     Scope: `fx:trade`.
         *
         *     Role: `maker`.
         */
        post: operations["bookSpotAmendment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fx/trades/spot/{tradeId}/amendments/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote the cancellation, close-out or move of a spot trade
         * @description Cancel ends a trade that is Executed, CloseOut one that awaits its money or is overdue. The opposite deal is priced at the market, without mark-up, and the difference is settled in cash: a loss at once, a gain on the value date. Move closes the trade in the same way and books it again at the market of another spot value date.
         *
         *     Scope: `fx:trade`.
         */
        post: operations["quoteSpotAmendment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inbound payments, newest first
         * @description Money received for the accounts of the entity: credited, held for review or returned. Money that names no open account is unidentified: it is listed once the operator has assigned it to an account.
         *
         *     Scope: `reporting:read`.
         */
        get: operations["listInboundPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound-payments/{inboundPaymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One inbound payment
         * @description Scope: `reporting:read`.
         */
        get: operations["getInboundPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/internal-account-transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transfers, newest first
         * @description A filtered page may contain fewer items than `limit` and still have a nextCursor.
         *
         *     Scope: `reporting:read`.
         *
         *     ABS entities only.
         */
        get: operations["listInternalTransfers"];
        put?: never;
        /**
         * Move money between two accounts of the entity
         * @description Both accounts are in one currency. The transfer is completed when this answers, unless a policy of the entity asks for approval: then its money is held and it is `PendingApproval`.
         *
         *     Scope: `transfers:write`.
         *
         *     Role: `maker`.
         *
         *     ABS entities only.
         */
        post: operations["createInternalTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/internal-account-transfers/{internalAccountTransferId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One transfer
         * @description Scope: `reporting:read`.
         *
         *     ABS entities only.
         */
        get: operations["getInternalTransfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/internal-account-transfers/{internalAccountTransferId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a transfer that another client made
         * @description Scope: `payments:approve`.
         *
         *     Role: `approver`.
         *
         *     ABS entities only.
         */
        post: operations["approveInternalTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/internal-account-transfers/{internalAccountTransferId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a transfer that waits for approval
         * @description Scope: `transfers:write`.
         *
         *     Role: `maker`.
         *
         *     ABS entities only.
         */
        post: operations["cancelInternalTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/internal-account-transfers/{internalAccountTransferId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a transfer that another client made
         * @description Scope: `payments:approve`.
         *
         *     Role: `approver`.
         *
         *     ABS entities only.
         */
        post: operations["rejectInternalTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notification-recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recipients of e-mails about events, newest first
         * @description Scope: `webhooks:manage`.
         */
        get: operations["listNotificationRecipients"];
        put?: never;
        /**
         * Send e-mails about events of one entity to an address
         * @description Each event sends one e-mail to each recipient of its topic, from now on.
         *
         *     Scope: `webhooks:manage`.
         *
         *     Role: `maker`.
         */
        post: operations["createNotificationRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notification-recipients/{notificationRecipientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Send no further e-mails to a recipient
         * @description Scope: `webhooks:manage`.
         *
         *     Role: `maker`.
         */
        delete: operations["deleteNotificationRecipient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Introspect a token of this client (RFC 7662) */
        post: operations["introspectToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revokes a token (RFC 7009)
         * @description The token is refused everywhere within a second. Answers 200 for an unknown token too.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A token for client credentials */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Batches, newest first
         * @description Scope: `payments:read`.
         */
        get: operations["listPaymentBatches"];
        put?: never;
        /**
         * Send many payments at once
         * @description Accepts JSON, `text/csv` (one column per payment field, with dots for nested fields) or `application/xml` (pain.001.001.09). Returns 202 when the items are stored; processing starts immediately and the batch reports its progress. A pain.001 is identified by its MsgId: a second one with the same MsgId is rejected.
         *
         *     Scope: `payments:write`.
         *
         *     Role: `maker`.
         */
        post: operations["createPaymentBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-batches/{batchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One batch, and how far it is
         * @description Scope: `payments:read`.
         */
        get: operations["getPaymentBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-batches/{batchId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a batch
         * @description Items not yet made are left out, and payments of it that are not yet submitted are cancelled.
         *
         *     Scope: `payments:write`.
         *
         *     Role: `maker`.
         */
        post: operations["cancelPaymentBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-batches/{batchId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The items of a batch in their order
         * @description Outcome and all errors of each item.
         *
         *     Scope: `payments:read`.
         */
        get: operations["listPaymentBatchItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payments, newest first
         * @description Scope: `payments:read`.
         *
         *     RM entities only.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Make a payment
         * @description Answers 201 with the payment in its first state. An ABS payment without funds is made too, as `Rejected` with the reason `InsufficientFunds`; an RM payment waits for them until the cut-off of its date.
         *
         *     Scope: `payments:write`.
         *
         *     Role: `maker`.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One payment
         * @description Scope: `payments:read`.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a payment that another client made
         * @description Processing continues with the last required approval; `approval` states the number required and the permitted approvers.
         *
         *     Scope: `payments:approve`.
         *
         *     Role: `approver`.
         */
        post: operations["approvePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment that is not yet submitted
         * @description Scope: `payments:write`.
         *
         *     Role: `maker`.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Confirmation that a payment was sent
         * @description PDF, available once the payment is Sent or Completed; always the same file in one state.
         *
         *     Scope: `payments:read`.
         *
         *     ABS entities only.
         */
        get: operations["getPaymentConfirmation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a payment back that has left
         * @description Asks the banks in the chain to return the payment; they may decline, shown in `recall`. A successful recall creates a return. Each payment can be recalled once.
         *
         *     Scope: `payments:write`.
         *
         *     Role: `maker`.
         */
        post: operations["recallPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}/recall-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an approval back
         * @description Possible while the payment is Scheduled or AwaitingFunds. It rests as ApprovalRecalled until approval is requested anew.
         *
         *     Scope: `payments:approve`.
         *
         *     Role: `approver`.
         */
        post: operations["recallPaymentApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a payment that another client made
         * @description Scope: `payments:approve`.
         *
         *     Role: `approver`.
         */
        post: operations["rejectPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}/request-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a payment whose approvals are void up for approval again
         * @description Scope: `payments:write`.
         *
         *     Role: `maker`.
         */
        post: operations["requestPaymentApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a payment is
         * @description Scope: `payments:read`.
         */
        get: operations["trackPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/earliest-settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The first date a payment can bear, its cut-off and its arrival
         * @description Scope: `payments:read`.
         */
        get: operations["getEarliestPaymentDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ways a payment can go: speed, bearer, fee and arrival
         * @description Name the country of the payee’s bank, or a saved payee; without either it is the currency’s own country.
         *
         *     Scope: `payments:read`.
         */
        get: operations["listPaymentOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/purpose-of-payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The purposes that a destination takes
         * @description Purpose codes from the payer’s view. Empty if none applies: a purpose is then ignored with a warning.
         *
         *     Scope: `payments:read`.
         *
         *     RM entities only.
         */
        get: operations["listPaymentPurposes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a payment without making it
         * @description Takes the body of create. Always 200 when it is well-formed: `errors` holds everything that create would refuse.
         *
         *     Scope: `payments:write`.
         */
        post: operations["validatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a payee
         * @description Asks the payee’s bank whether the name matches the account. The result is valid for 24 hours; a payment that names its id consents to the outcome. A dry run sends no request: it returns the entity’s latest valid result, otherwise only the warning `verification_will_be_made`.
         *
         *     Scope: `payments:write`.
         */
        post: operations["verifyPayee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Business time
         * @description Scope: `sandbox:simulate`.
         */
        get: operations["getClock"];
        put?: never;
        /**
         * Move, freeze or release business time
         * @description Never backward. Everything that falls due on the way has been done when this answers.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: operations["moveClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/inbound-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Money comes in
         * @description Credits an account as a transfer from another bank would. A closed account or virtual account leaves it Unidentified.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: operations["createInboundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/magic-values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Words that steer the sandbox
         * @description Scope: `sandbox:simulate`.
         */
        get: operations["listMagicValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/margin-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Value the facilities now and call or release variation margin
         * @description Runs the daily margin run now. A second run at an unchanged market does nothing.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: operations["runMargin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/market/{pair}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the market of a pair
         * @description The random walk continues from there. Moving a cross moves its base currency’s USD pair.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: operations["moveMarket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/payees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an account into the payee directory
         * @description Registers the holder of an account with the simulated banks. Replaces an existing account.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: operations["createPayee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/payments/{paymentId}/transition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a payment one step along its life cycle
         * @description Jobs that are already due run first. A payment already in the state stays unchanged. `Completed` with the reason `ACCC` reports that the payee is credited, also for a completed payment.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: operations["transitionPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the sandbox anew
         * @description Everything is as first seeded. Clients, their secrets and their tokens stay valid.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/trades/{tradeId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a trade now
         * @description Settles the trade on any value date. Without funds in the sell account the trade waits for them.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: operations["settleTrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An interim statement of a range of days
         * @description Covers up to 366 days; it has no number and is not stored. `to` defaults to today, `from` to the first day of the month of `to`. Statements of closed months and days are listed at /v1/statements/stored.
         *
         *     Scope: `reporting:read`.
         */
        get: operations["getInterimStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{statementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One stored statement
         * @description Scope: `reporting:read`.
         */
        get: operations["getStoredStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/stored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stored statements of an account, newest first
         * @description One for each month that has closed, entries or not; with `period=Day` one for each closed day. They are issued in order when first asked for, are numbered and chained, and do not change.
         *
         *     Scope: `reporting:read`.
         */
        get: operations["listStoredStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transactions of an account
         * @description Booked ones; with status Pending, money that is held for a payment or a trade. Each page searches a bounded number of postings, so a filtered page may contain fewer items than `limit`, or none, and still have a nextCursor.
         *
         *     Scope: `reporting:read`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/virtual-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Virtual accounts, newest first
         * @description Scope: `reporting:read`.
         */
        get: operations["listVirtualAccounts"];
        put?: never;
        /**
         * Open a virtual account
         * @description A virtual account is a number of its own that leads to an account. Give each payer one: money sent to it is credited to the account, and the inbound payment and the transaction name the virtual account.
         *
         *     Scope: `payments:write`.
         *
         *     Role: `maker`.
         */
        post: operations["openVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/virtual-accounts/{virtualAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One virtual account
         * @description Scope: `reporting:read`.
         */
        get: operations["getVirtualAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/virtual-accounts/{virtualAccountId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a virtual account
         * @description It cannot be opened again. Money sent to it later is not credited: it waits as unidentified until the operator assigns it or sends it back.
         *
         *     Scope: `payments:write`.
         *
         *     Role: `maker`.
         */
        post: operations["closeVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook endpoints, newest first
         * @description Scope: `webhooks:manage`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint of one entity; the answer contains its secret
         * @description Scope: `webhooks:manage`.
         *
         *     Role: `maker`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhookEndpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook endpoint
         * @description Scope: `webhooks:manage`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint; pending deliveries are not sent
         * @description Scope: `webhooks:manage`.
         *
         *     Role: `maker`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint, or switch it on or off
         * @description Fields that are left out stay. If-Match guards against overwriting the change of another.
         *
         *     Scope: `webhooks:manage`.
         *
         *     Role: `maker`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhookEndpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries to a webhook endpoint of the last 30 days, newest first
         * @description Scope: `webhooks:manage`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One delivery
         * @description Scope: `webhooks:manage`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the event of a delivery again
         * @description A pending delivery is attempted immediately. Any other event is sent in a new delivery, under the same webhook-id.
         *
         *     Scope: `webhooks:manage`.
         *
         *     Role: `maker`.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhookEndpointId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all events from a sequence on again
         * @description Scope: `webhooks:manage`.
         *
         *     Role: `maker`.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhookEndpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint; the former one signs too for 24 hours
         * @description Scope: `webhooks:manage`.
         *
         *     Role: `maker`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhookEndpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint, also to a disabled one
         * @description The event has the type `webhookEndpoint.test` and is attempted once. Read the delivery for its outcome.
         *
         *     Scope: `webhooks:manage`.
         *
         *     Role: `maker`.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            accountId: string;
            capabilities: {
                fx: boolean;
                internalTransfers: boolean;
                payments: boolean;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            closedAt: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            entityId: string;
            friendlyName: string | null;
            /** @description Details a payer needs to fund the account. */
            fundingInstructions: {
                accountNumber: string | null;
                bankAddress: string;
                bankName: string;
                bic: string | null;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                iban: string | null;
                /** @enum {string} */
                rail: "Local" | "Swift" | "Sepa" | "Fps" | "Chaps" | "Ach" | "Fedwire";
                reference: string | null;
            }[];
            holder: {
                address: {
                    city: string;
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                } | null;
                name: string;
            };
            identifiers: {
                accountNumber: string | null;
                bic: string;
                iban: string;
                routingCodes: {
                    /** @enum {string} */
                    type: "SortCode" | "BankCode" | "BranchCode" | "Aba";
                    value: string;
                }[];
                sortCode: string | null;
            };
            /** @description Used where a request names no account of this currency. */
            isDefault: boolean;
            name: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            openedAt: string;
            permissions: ("Reporting" | "Fx" | "Payments")[];
            /** @enum {string} */
            status: "Active" | "Blocked" | "Closed";
            /** @enum {string} */
            type: "Current" | "Collection" | "Margin" | "Virtual";
        };
        AccountPage: {
            data: components["schemas"]["Account"][];
            nextCursor: string | null;
        };
        AuditRecord: {
            /** @example payment.completed */
            action: string;
            actor: {
                id: string | null;
                /**
                 * @description client, psu, operator or system.
                 * @example client
                 */
                type: string;
            };
            /** @description The client's address; for an operator the account and the host; null for the service. */
            address: string | null;
            /** @description Changed values after; account numbers are masked. */
            after: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description Business time of an event; null for other acts.
             * @example 2026-11-20T12:00:00.000Z
             */
            at: string | null;
            /** @description Id of the event, or of the act. */
            auditRecordId: string;
            /** @description Changed values before; account numbers are masked. */
            before: {
                [key: string]: unknown;
            } | null;
            detail: {
                [key: string]: unknown;
            } | null;
            entityId: string;
            /**
             * @description Operation of the API, or command.
             * @example createPayment
             */
            operation: string | null;
            /**
             * Format: date-time
             * @description Wall time, RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            recordedAt: string;
            requestId: string | null;
            resource: {
                id: string | null;
                type: string;
                version: number | null;
            };
            /** @description Place in the chain of hashes; null for a few seconds, until the record is sealed. */
            seal: {
                /** @description Hexadecimal SHA-256 of the bytes of the hash before it, if any, and of `text`. */
                hash: string;
                /** @description Position in the chain: 1, 2, 3, without gaps. */
                position: number;
                /** @description The stored record as canonical JSON. */
                text: string;
            } | null;
        };
        AuditRecordList: {
            data: components["schemas"]["AuditRecord"][];
            nextCursor: string | null;
        };
        AuditVerification: {
            entityId: string;
            firstDifference: {
                auditRecordId: string | null;
                /**
                 * @description Changed: a value differs. Missing: the record is gone. Broken: a part of the chain is gone or replaced. Unchained: a record is outside the chain.
                 * @example Changed
                 */
                kind: string;
                position: number | null;
            } | null;
            /** @description Hash of that record. Keep it: later answers must agree with it. */
            hash: string | null;
            /** @description False if a record differs. */
            intact: boolean;
            /** @description The position if more records follow, otherwise null. */
            nextCursor: string | null;
            /** @description Position of the last record that was compared. Send it as `after` to continue. */
            position: string;
        };
        AuthorizationServerMetadata: {
            grant_types_supported: string[];
            introspection_endpoint: string;
            introspection_endpoint_auth_methods_supported: string[];
            issuer: string;
            response_types_supported: string[];
            revocation_endpoint: string;
            revocation_endpoint_auth_methods_supported: string[];
            scopes_supported: string[];
            service_documentation: string;
            token_endpoint: string;
            token_endpoint_auth_methods_supported: string[];
            token_endpoint_auth_signing_alg_values_supported: string[];
        };
        Balance: {
            accountId: string;
            /**
             * @description Booked, without its sign.
             * @example 1250.00
             */
            amount: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            asAt: string;
            /**
             * @description Booked balance less holds.
             * @example 1250.00
             */
            available: string;
            /** @example 1250.00 */
            booked: string;
            /** @example 1250.00 */
            creditLine: string;
            /** @enum {string} */
            creditOrDebit: "Credit" | "Debit";
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            entityId: string;
            held: {
                /** @example 1250.00 */
                margin: string;
                /** @example 1250.00 */
                payments: string;
                /** @example 1250.00 */
                trades: string;
            };
            iban: string;
            /** @description Number of the last posting that is in the balance. */
            ledgerSequence: number;
            /**
             * @description Received, but held back for screening.
             * @example 0.00
             */
            pendingIn: string;
            /** @example 1250.00 */
            pendingOut: string;
        };
        BalancePage: {
            data: components["schemas"]["Balance"][];
            nextCursor: string | null;
        };
        Beneficiary: {
            accountNumber?: string;
            /** @enum {string} */
            accountType?: "Checking" | "Savings";
            address: {
                /** @description Banks refuse a payment whose payee has no town of its own. */
                city: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                countryCode: string;
                line1?: string;
                line2?: string;
                postCode?: string;
                region?: string;
            };
            /** @description Another client of the entity must approve it before it is paid. */
            approvalRequired: boolean;
            bankAddress?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            bankCountryCode: string;
            bankName?: string;
            beneficiaryId: string;
            /** @example DEUTDEFF */
            bic?: string;
            clientReference?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            countryCode: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            dateOfBirth?: string;
            defaultPurposeCode?: string;
            defaultReference?: string;
            email?: string;
            entityId: string;
            externalReference?: string;
            firstParty: boolean;
            /** @example DE89370400440532013000 */
            iban?: string;
            identification?: {
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                /** @enum {string} */
                type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                value: string;
            };
            intermediary?: {
                account?: string;
                bic: string;
            };
            isDefaultForCurrency: boolean;
            /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
            localName?: string;
            /** @example Acme Trading Ltd */
            name: string;
            nickname?: string;
            /**
             * Format: date-time
             * @description End of the cooling-off after it was made or changed; null: none.
             */
            payableFrom: string | null;
            /** @description Rails that the details are sufficient for, preferred rail first. */
            rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
            routingCodes: {
                /** @enum {string} */
                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                value: string;
            }[];
            /**
             * @description Additional account reference: the roll number of a British building society account.
             * @example 1234/567 890
             */
            secondaryReference?: string;
            /** @enum {string} */
            status: "PendingApproval" | "Active" | "Blocked" | "Deleted";
            taxId?: string;
            /** @enum {string} */
            type: "Individual" | "Company";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            verification: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                checkedAt: string | null;
                /** @description NotChecked, Match, NearMatch, NoMatch or NotAvailable. */
                status: string;
                verificationId: string | null;
            };
            /** @description Also the ETag. */
            version: number;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        BeneficiaryDryRun: {
            accountNumber?: string;
            /** @enum {string} */
            accountType?: "Checking" | "Savings";
            address: {
                /** @description Banks refuse a payment whose payee has no town of its own. */
                city: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                countryCode: string;
                line1?: string;
                line2?: string;
                postCode?: string;
                region?: string;
            };
            /** @description Another client of the entity must approve it before it is paid. */
            approvalRequired: boolean;
            bankAddress?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            bankCountryCode: string;
            bankName?: string;
            beneficiaryId: string;
            /** @example DEUTDEFF */
            bic?: string;
            clientReference?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            countryCode: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            dateOfBirth?: string;
            defaultPurposeCode?: string;
            defaultReference?: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            email?: string;
            entityId: string;
            externalReference?: string;
            firstParty: boolean;
            /** @example DE89370400440532013000 */
            iban?: string;
            identification?: {
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                /** @enum {string} */
                type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                value: string;
            };
            intermediary?: {
                account?: string;
                bic: string;
            };
            isDefaultForCurrency: boolean;
            /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
            localName?: string;
            /** @example Acme Trading Ltd */
            name: string;
            nickname?: string;
            /**
             * Format: date-time
             * @description End of the cooling-off after it was made or changed; null: none.
             */
            payableFrom: string | null;
            /** @description Rails that the details are sufficient for, preferred rail first. */
            rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
            routingCodes: {
                /** @enum {string} */
                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                value: string;
            }[];
            /**
             * @description Additional account reference: the roll number of a British building society account.
             * @example 1234/567 890
             */
            secondaryReference?: string;
            /** @enum {string} */
            status: "PendingApproval" | "Active" | "Blocked" | "Deleted";
            taxId?: string;
            /** @enum {string} */
            type: "Individual" | "Company";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            verification: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                checkedAt: string | null;
                /** @description NotChecked, Match, NearMatch, NoMatch or NotAvailable. */
                status: string;
                verificationId: string | null;
            };
            /** @description Also the ETag. */
            version: number;
        };
        /** @description Success, or the answer of a dry run. */
        BeneficiaryOrDryRun: {
            accountNumber?: string;
            /** @enum {string} */
            accountType?: "Checking" | "Savings";
            address: {
                /** @description Banks refuse a payment whose payee has no town of its own. */
                city: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                countryCode: string;
                line1?: string;
                line2?: string;
                postCode?: string;
                region?: string;
            };
            /** @description Another client of the entity must approve it before it is paid. */
            approvalRequired: boolean;
            bankAddress?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            bankCountryCode: string;
            bankName?: string;
            beneficiaryId: string;
            /** @example DEUTDEFF */
            bic?: string;
            clientReference?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            countryCode: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            dateOfBirth?: string;
            defaultPurposeCode?: string;
            defaultReference?: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            email?: string;
            entityId: string;
            externalReference?: string;
            firstParty: boolean;
            /** @example DE89370400440532013000 */
            iban?: string;
            identification?: {
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                /** @enum {string} */
                type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                value: string;
            };
            intermediary?: {
                account?: string;
                bic: string;
            };
            isDefaultForCurrency: boolean;
            /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
            localName?: string;
            /** @example Acme Trading Ltd */
            name: string;
            nickname?: string;
            /**
             * Format: date-time
             * @description End of the cooling-off after it was made or changed; null: none.
             */
            payableFrom: string | null;
            /** @description Rails that the details are sufficient for, preferred rail first. */
            rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
            routingCodes: {
                /** @enum {string} */
                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                value: string;
            }[];
            /**
             * @description Additional account reference: the roll number of a British building society account.
             * @example 1234/567 890
             */
            secondaryReference?: string;
            /** @enum {string} */
            status: "PendingApproval" | "Active" | "Blocked" | "Deleted";
            taxId?: string;
            /** @enum {string} */
            type: "Individual" | "Company";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            verification: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                checkedAt: string | null;
                /** @description NotChecked, Match, NearMatch, NoMatch or NotAvailable. */
                status: string;
                verificationId: string | null;
            };
            /** @description Also the ETag. */
            version: number;
        };
        BeneficiaryPage: {
            data: components["schemas"]["Beneficiary"][];
            nextCursor: string | null;
        };
        BeneficiaryRequirements: {
            /** @description Any one of them is enough; empty where the destination is not offered. */
            alternatives: {
                fields: {
                    example: string;
                    /** @description Path in the body of create; of a routing code with its type: routingCodes/SortCode. */
                    key: string;
                    label: string;
                    maxLength: number;
                    minLength: number;
                    options: string[] | null;
                    /** @description Regular expression for the value. Account numbers, codes and tax ids are matched in capitals without spaces and hyphens. */
                    pattern: string;
                    /** @description Ask for the requirements again when this field changes. */
                    refreshOnChange: boolean;
                    required: boolean;
                }[];
                /** @description Each payment needs a purpose code. */
                purposeCodeRequired: boolean;
                rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
            }[];
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            bankCountryCode: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /** @description JSON Schema (2020-12) of the body of create for this destination. */
            jsonSchema: unknown;
            /** @enum {string} */
            type: "Individual" | "Company";
        };
        BeneficiaryValidation: {
            bank: {
                bic: string | null;
                /** @description Branch of the BIC, or sort code. */
                branch: string | null;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country: string;
                /** @description Bank name as entered; the service has no bank directory. */
                name: string | null;
            };
            errors: {
                code: string;
                message: string;
                params?: {
                    [key: string]: unknown;
                };
                pointer: string;
            }[];
            normalised: {
                accountNumber?: string;
                /** @enum {string} */
                accountType?: "Checking" | "Savings";
                address: {
                    /** @description Banks refuse a payment whose payee has no town of its own. */
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1?: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                bankAddress?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                bankCountryCode: string;
                bankName?: string;
                /** @example DEUTDEFF */
                bic?: string;
                /** @description Unique for ever; cannot be changed. */
                clientReference?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                countryCode: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                defaultPurposeCode?: string;
                defaultReference?: string;
                email?: string;
                /** @description Unique among the beneficiaries that are not deleted. */
                externalReference?: string;
                firstParty: boolean;
                /** @example DE89370400440532013000 */
                iban?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    /** @enum {string} */
                    type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                    value: string;
                };
                intermediary?: {
                    account?: string;
                    bic: string;
                };
                /** @description Default beneficiary of its currency; setting another one replaces it. */
                isDefaultForCurrency?: boolean;
                /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
                localName?: string;
                /** @example Acme Trading Ltd */
                name: string;
                nickname?: string;
                routingCodes: {
                    /** @enum {string} */
                    type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                    value: string;
                }[];
                /**
                 * @description Additional account reference: the roll number of a British building society account.
                 * @example 1234/567 890
                 */
                secondaryReference?: string;
                taxId?: string;
                /** @enum {string} */
                type: "Individual" | "Company";
            };
            rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
            valid: boolean;
            verification: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                checkedAt: string | null;
                /** @description NotChecked, Match, NearMatch, NoMatch or NotAvailable. */
                status: string;
                verificationId: string | null;
            };
            warnings: {
                code: string;
                message: string;
                pointer: string;
                /** @description Text as sent to the bank. */
                sent: string;
            }[];
        };
        BookedDrawdown: {
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            currencyPair: string;
            /** @description A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles. */
            drawdownId: string;
            /** @description One of each forward that was drawn; the fields above are those of the first. */
            drawdowns: {
                /** @example 1250.00 */
                buyAmount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                buyCurrency: string;
                clientReference: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                createdAt: string;
                currencyPair: string;
                /** @description A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles. */
                drawdownId: string;
                fundingInstructions: {
                    accountId: string;
                    /** @description Amount required by the cut-off: the sell amount less the margin released. */
                    amount: string;
                    bic: string | null;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                    iban: string | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    payBy: string;
                    payByLocal: {
                        /** @example 13:50 */
                        time: string;
                        /** @example Europe/Berlin */
                        zone: string;
                    };
                    /** @description Amount received so far, for a drawdown funded by wire. */
                    received: string;
                    /** @description Reference to quote in the wire; it identifies the drawdown. */
                    reference: string;
                } | null;
                /** @enum {string} */
                fundingMethod: "CurrencyAccount" | "WireTransfer" | "PreAuthorizedDebit";
                marginApplied: {
                    /** @example 1250.00 */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                };
                paymentIds: string[];
                /** @description Always the contract’s. */
                rate: string;
                remaining: {
                    /** @example 1250.00 */
                    buyAmount: string;
                    /** @example 1250.00 */
                    sellAmount: string;
                };
                /** @example 1250.00 */
                sellAmount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                sellCurrency: string;
                /** @description PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled. */
                status: string;
                /** @description The forward. */
                tradeId: string;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                valueDate: string;
                /**
                 * @description Wire: only money that you wire until the cut-off. Funds: money on the sell account.
                 * @enum {string|null}
                 */
                waitingFor: "Approval" | "ValueDate" | "Wire" | "Funds" | null;
            }[];
            fundingInstructions: {
                accountId: string;
                /** @description Amount required by the cut-off: the sell amount less the margin released. */
                amount: string;
                bic: string | null;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                iban: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                payBy: string;
                payByLocal: {
                    /** @example 13:50 */
                    time: string;
                    /** @example Europe/Berlin */
                    zone: string;
                };
                /** @description Amount received so far, for a drawdown funded by wire. */
                received: string;
                /** @description Reference to quote in the wire; it identifies the drawdown. */
                reference: string;
            } | null;
            /** @enum {string} */
            fundingMethod: "CurrencyAccount" | "WireTransfer" | "PreAuthorizedDebit";
            marginApplied: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
            paymentIds: string[];
            /** @description Always the contract’s. */
            rate: string;
            remaining: {
                /** @example 1250.00 */
                buyAmount: string;
                /** @example 1250.00 */
                sellAmount: string;
            };
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @description PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled. */
            status: string;
            totals: {
                /** @example 1250.00 */
                buyAmount: string;
                /** @example 1250.00 */
                sellAmount: string;
            };
            /** @description The forward. */
            tradeId: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
            /**
             * @description Wire: only money that you wire until the cut-off. Funds: money on the sell account.
             * @enum {string|null}
             */
            waitingFor: "Approval" | "ValueDate" | "Wire" | "Funds" | null;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        BookedDrawdownDryRun: {
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            currencyPair: string;
            /** @description A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles. */
            drawdownId: string;
            /** @description One of each forward that was drawn; the fields above are those of the first. */
            drawdowns: {
                /** @example 1250.00 */
                buyAmount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                buyCurrency: string;
                clientReference: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                createdAt: string;
                currencyPair: string;
                /** @description A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles. */
                drawdownId: string;
                fundingInstructions: {
                    accountId: string;
                    /** @description Amount required by the cut-off: the sell amount less the margin released. */
                    amount: string;
                    bic: string | null;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                    iban: string | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    payBy: string;
                    payByLocal: {
                        /** @example 13:50 */
                        time: string;
                        /** @example Europe/Berlin */
                        zone: string;
                    };
                    /** @description Amount received so far, for a drawdown funded by wire. */
                    received: string;
                    /** @description Reference to quote in the wire; it identifies the drawdown. */
                    reference: string;
                } | null;
                /** @enum {string} */
                fundingMethod: "CurrencyAccount" | "WireTransfer" | "PreAuthorizedDebit";
                marginApplied: {
                    /** @example 1250.00 */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                };
                paymentIds: string[];
                /** @description Always the contract’s. */
                rate: string;
                remaining: {
                    /** @example 1250.00 */
                    buyAmount: string;
                    /** @example 1250.00 */
                    sellAmount: string;
                };
                /** @example 1250.00 */
                sellAmount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                sellCurrency: string;
                /** @description PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled. */
                status: string;
                /** @description The forward. */
                tradeId: string;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                valueDate: string;
                /**
                 * @description Wire: only money that you wire until the cut-off. Funds: money on the sell account.
                 * @enum {string|null}
                 */
                waitingFor: "Approval" | "ValueDate" | "Wire" | "Funds" | null;
            }[];
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            fundingInstructions: {
                accountId: string;
                /** @description Amount required by the cut-off: the sell amount less the margin released. */
                amount: string;
                bic: string | null;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                iban: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                payBy: string;
                payByLocal: {
                    /** @example 13:50 */
                    time: string;
                    /** @example Europe/Berlin */
                    zone: string;
                };
                /** @description Amount received so far, for a drawdown funded by wire. */
                received: string;
                /** @description Reference to quote in the wire; it identifies the drawdown. */
                reference: string;
            } | null;
            /** @enum {string} */
            fundingMethod: "CurrencyAccount" | "WireTransfer" | "PreAuthorizedDebit";
            marginApplied: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
            paymentIds: string[];
            /** @description Always the contract’s. */
            rate: string;
            remaining: {
                /** @example 1250.00 */
                buyAmount: string;
                /** @example 1250.00 */
                sellAmount: string;
            };
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @description PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled. */
            status: string;
            totals: {
                /** @example 1250.00 */
                buyAmount: string;
                /** @example 1250.00 */
                sellAmount: string;
            };
            /** @description The forward. */
            tradeId: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
            /**
             * @description Wire: only money that you wire until the cut-off. Funds: money on the sell account.
             * @enum {string|null}
             */
            waitingFor: "Approval" | "ValueDate" | "Wire" | "Funds" | null;
        };
        BookForwardAmendmentRequest: {
            /** @description The reference of the trade that continues. */
            clientReference?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description Id of the quote to be booked. */
            quoteId: string;
        };
        BookForwardRequest: {
            /** @description Unique among the entity’s trades. */
            clientReference?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /**
             * @description GET /v1/fx/trades/forwards/reasons lists them.
             * @enum {string}
             */
            forwardReasoning: "Goods" | "Services" | "IntergroupPayments" | "DividendsShareClasses" | "AssetHedging" | "DebtHedging" | "Commodities" | "Capex" | "Investment" | "DirectInvestment" | "InjectingCapitalIntoSubsidiary" | "Divestment" | "Exits" | "InfrastructureHedging" | "ManagementFees" | "Payroll" | "Property" | "Taxes";
            /**
             * @description NonDeliverable: not drawn but settled in cash, against the market, when the value date is over.
             * @enum {string}
             */
            fundsDelivery: "Deliverable" | "NonDeliverable";
            /** @description Id of the account that pays it now; else it is awaited by wire. */
            payInitialMarginFromAccountId?: string;
            /** @description Id of the quote to be booked. */
            quoteId: string;
        };
        BookHeldRateRequest: {
            /**
             * @description Decimal string, at most the decimals of the currency.
             * @example 1250.00
             */
            amount: string;
            /** @description Id of the account that is credited. */
            buyAccountId: string;
            /** @description Keeps out doubles: refused for another held-rate booking within 24 hours. */
            clientReference?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description Id of the held rate. */
            quoteId: string;
            /** @description Id of the account that is debited; of a TwoWay held rate it decides which currency is sold. */
            sellAccountId: string;
            /**
             * @description If the date cannot be dealt, the earliest settlement date is used instead.
             * @example 2026-11-24
             */
            valueDate?: string | null;
        };
        BookSpotAmendmentRequest: {
            /** @description The reference of the trade that continues. */
            clientReference?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description Id of the quote to be booked. */
            quoteId: string;
        };
        BookSpotRequest: {
            /** @description Id of the account that is credited; the quote’s when absent. */
            buyAccountId?: string;
            /** @description Unique among the entity’s trades. */
            clientReference?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description Payments of the buy amount, created with the booking and funded at settlement. */
            payments?: {
                /** @description Id of the account that pays; the one that the trade credits when absent. */
                accountId?: string;
                /**
                 * @description Decimal string, at most the decimals of the currency.
                 * @example 1250.00
                 */
                amount: string;
                /** @description Id of a saved payee. */
                beneficiaryId?: string;
                /**
                 * @description Absent: as the entity’s settings say.
                 * @enum {string}
                 */
                chargeBearer?: "SHA" | "OUR" | "BEN";
                clientReference?: string;
                creditorAccount?: {
                    accountNumber?: string;
                    /** @enum {string} */
                    accountType?: "Checking" | "Savings";
                    address: {
                        /** @description Banks refuse a payment whose payee has no town of its own. */
                        city: string;
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        countryCode: string;
                        line1?: string;
                        line2?: string;
                        postCode?: string;
                        region?: string;
                    };
                    bankAddress?: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    bankCountryCode: string;
                    bankName?: string;
                    /** @example DEUTDEFF */
                    bic?: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    dateOfBirth?: string;
                    defaultPurposeCode?: string;
                    defaultReference?: string;
                    email?: string;
                    /** @description The entity's own account at another bank. */
                    firstParty?: boolean;
                    /** @example DE89370400440532013000 */
                    iban?: string;
                    identification?: {
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        country?: string;
                        /** @enum {string} */
                        type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                        value: string;
                    };
                    intermediary?: {
                        account?: string;
                        bic: string;
                    };
                    /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
                    localName?: string;
                    /** @example Acme Trading Ltd */
                    name: string;
                    nickname?: string;
                    routingCodes?: {
                        /** @enum {string} */
                        type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                        value: string;
                    }[];
                    save?: boolean;
                    /**
                     * @description Additional account reference: the roll number of a British building society account.
                     * @example 1234/567 890
                     */
                    secondaryReference?: string;
                    taxId?: string;
                    /**
                     * @description Company when absent.
                     * @enum {string}
                     */
                    type?: "Individual" | "Company";
                };
                /** @description Id of a saved payee; another name of beneficiaryId. */
                creditorAccountId?: string;
                /**
                 * @description The currency that the trade buys.
                 * @example EUR
                 */
                currency?: string;
                documents?: {
                    reference: string;
                    type: string;
                    url?: string;
                }[];
                /**
                 * @description Handling of a payment that misses its date because a review or its trade took longer: sent on the next possible day (default) or rejected.
                 * @enum {string}
                 */
                ifDateMissed?: "NextBusinessDay" | "Reject";
                invoice?: {
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    date?: string;
                    number: string;
                };
                /** @description Yours; shown again, never sent on. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Receive a payment advice when the payment has been sent. Rejected where no mail server is configured. */
                notifyEmails?: string[];
                payer?: {
                    accountNumber?: string;
                    address?: {
                        city: string;
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        countryCode: string;
                        line1: string;
                        line2?: string;
                        postCode?: string;
                        region?: string;
                    };
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    dateOfBirth?: string;
                    identification?: {
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        country?: string;
                        type: string;
                        value: string;
                    };
                    lei?: string;
                    name: string;
                    placeOfBirth?: string;
                    /** @enum {string} */
                    type?: "Individual" | "Company";
                };
                /**
                 * Format: date
                 * @description The trade’s value date when absent.
                 * @example 2026-11-24
                 */
                paymentDate?: string;
                purposeCode?: string;
                /**
                 * @description One of those that GET /v1/payments/options lists for the payment, for example Chaps for a small amount in GBP. Absent: the first that offers the speed and carries the amount.
                 * @enum {string}
                 */
                rail?: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                reason?: string;
                /** @description Shown to the payee. Some rails carry less: FPS 18 characters. */
                reference: string;
                regulatoryReporting?: {
                    code?: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    details?: string[];
                };
                remittance?: {
                    structured?: {
                        /** @description ISO 11649 (RF…) or a national reference. */
                        creditorReference?: string;
                        /**
                         * @description Decimal string, at most the decimals of the currency.
                         * @example 1250.00
                         */
                        invoiceAmount?: string;
                        /**
                         * Format: date
                         * @example 2026-11-24
                         */
                        invoiceDate?: string;
                        invoiceNumber?: string;
                    };
                    unstructured?: string;
                };
                /**
                 * @description Absent: Normal.
                 * @enum {string}
                 */
                speed?: "Normal" | "Urgent" | "Instant";
                ultimateCreditor?: {
                    accountNumber?: string;
                    address?: {
                        city: string;
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        countryCode: string;
                        line1: string;
                        line2?: string;
                        postCode?: string;
                        region?: string;
                    };
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    dateOfBirth?: string;
                    identification?: {
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        country?: string;
                        type: string;
                        value: string;
                    };
                    lei?: string;
                    name: string;
                    placeOfBirth?: string;
                    /** @enum {string} */
                    type?: "Individual" | "Company";
                };
                ultimateDebtor?: {
                    accountNumber?: string;
                    address?: {
                        city: string;
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        countryCode: string;
                        line1: string;
                        line2?: string;
                        postCode?: string;
                        region?: string;
                    };
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    dateOfBirth?: string;
                    identification?: {
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        country?: string;
                        type: string;
                        value: string;
                    };
                    lei?: string;
                    name: string;
                    placeOfBirth?: string;
                    /** @enum {string} */
                    type?: "Individual" | "Company";
                };
                /** @description Id of a verification of payee. */
                verificationId?: string;
            }[];
            /** @description Id of the quote to be booked. */
            quoteId: string;
            /** @description Id of the account that is debited; the quote’s when absent. */
            sellAccountId?: string;
        };
        Calendar: {
            /**
             * Format: date
             * @description Holidays after this day are expected, not announced, and may move; null: all of them are expected.
             * @example 2026-11-24
             */
            announcedTo: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            coveredFrom: string;
            /**
             * Format: date
             * @description Last day that can be a value date or a payment date.
             * @example 2026-11-24
             */
            coveredTo: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /** @description Bank holidays from `from` to `to`, weekends left out; null where no range was given. */
            holidays: {
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                date: string;
                expected: boolean;
                name: string;
            }[] | null;
            source: string;
        };
        CalendarPage: {
            data: components["schemas"]["Calendar"][];
            nextCursor: string | null;
        };
        /** @description Success, or the answer of a dry run. */
        CancelledDrawdownOrDryRun: {
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            currencyPair: string;
            /** @description A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles. */
            drawdownId: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            fundingInstructions: {
                accountId: string;
                /** @description Amount required by the cut-off: the sell amount less the margin released. */
                amount: string;
                bic: string | null;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                iban: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                payBy: string;
                payByLocal: {
                    /** @example 13:50 */
                    time: string;
                    /** @example Europe/Berlin */
                    zone: string;
                };
                /** @description Amount received so far, for a drawdown funded by wire. */
                received: string;
                /** @description Reference to quote in the wire; it identifies the drawdown. */
                reference: string;
            } | null;
            /** @enum {string} */
            fundingMethod: "CurrencyAccount" | "WireTransfer" | "PreAuthorizedDebit";
            marginApplied: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
            paymentIds: string[];
            /** @description Always the contract’s. */
            rate: string;
            remaining: {
                /** @example 1250.00 */
                buyAmount: string;
                /** @example 1250.00 */
                sellAmount: string;
            };
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @description PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled. */
            status: string;
            /** @description The forward. */
            tradeId: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
            /**
             * @description Wire: only money that you wire until the cut-off. Funds: money on the sell account.
             * @enum {string|null}
             */
            waitingFor: "Approval" | "ValueDate" | "Wire" | "Funds" | null;
        };
        Change: {
            /** @enum {string} */
            kind: "Added" | "Changed" | "Deprecated" | "Removed" | "Fixed" | "Security";
            /** @description Markdown. */
            text: string;
        };
        Changelog: {
            data: components["schemas"]["Release"][];
            /** @description Operations that will end. */
            deprecations: components["schemas"]["Deprecation"][];
            nextCursor: string | null;
        };
        Clock: {
            frozen: boolean;
            marketOpen: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            now: string;
            /** @description Business time minus wall time. */
            offsetSeconds: number;
        };
        CreateBeneficiaryRequest: {
            /** @description Id of an account of the entity. */
            accountId?: string;
            accountNumber?: string;
            /** @enum {string} */
            accountType?: "Checking" | "Savings";
            address: {
                /** @description Banks refuse a payment whose payee has no town of its own. */
                city: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                countryCode: string;
                line1?: string;
                line2?: string;
                postCode?: string;
                region?: string;
            };
            bankAddress?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            bankCountryCode: string;
            bankName?: string;
            /** @example DEUTDEFF */
            bic?: string;
            /** @description Unique for ever; cannot be changed. */
            clientReference?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            countryCode: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            dateOfBirth?: string;
            defaultPurposeCode?: string;
            defaultReference?: string;
            email?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description Unique among the beneficiaries that are not deleted. */
            externalReference?: string;
            /** @description The entity's own account at another bank. */
            firstParty?: boolean;
            /** @example DE89370400440532013000 */
            iban?: string;
            identification?: {
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                /** @enum {string} */
                type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                value: string;
            };
            intermediary?: {
                account?: string;
                bic: string;
            };
            /** @description Default beneficiary of its currency; setting another one replaces it. */
            isDefaultForCurrency?: boolean;
            /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
            localName?: string;
            /** @example Acme Trading Ltd */
            name: string;
            nickname?: string;
            routingCodes?: {
                /** @enum {string} */
                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                value: string;
            }[];
            /**
             * @description Additional account reference: the roll number of a British building society account.
             * @example 1234/567 890
             */
            secondaryReference?: string;
            taxId?: string;
            /**
             * @description Company when absent.
             * @enum {string}
             */
            type?: "Individual" | "Company";
        };
        CreateDrawdownsRequest: {
            /**
             * @description Decimal string, at most the decimals of the currency.
             * @example 1250.00
             */
            amount: string;
            /** @description Unique among the entity’s trades; of several drawdowns it is that of the first. */
            clientReference?: string;
            /**
             * @description Currency of the amount: buy or sell currency.
             * @example EUR
             */
            currency: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @enum {string} */
            fundingMethod: "CurrencyAccount" | "WireTransfer" | "PreAuthorizedDebit";
            /** @description Payments of the buy amount, created with the booking and funded at settlement. */
            payments?: {
                /** @description Id of the account that pays; the one that the trade credits when absent. */
                accountId?: string;
                /**
                 * @description Decimal string, at most the decimals of the currency.
                 * @example 1250.00
                 */
                amount: string;
                /** @description Id of a saved payee. */
                beneficiaryId?: string;
                /**
                 * @description Absent: as the entity’s settings say.
                 * @enum {string}
                 */
                chargeBearer?: "SHA" | "OUR" | "BEN";
                clientReference?: string;
                creditorAccount?: {
                    accountNumber?: string;
                    /** @enum {string} */
                    accountType?: "Checking" | "Savings";
                    address: {
                        /** @description Banks refuse a payment whose payee has no town of its own. */
                        city: string;
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        countryCode: string;
                        line1?: string;
                        line2?: string;
                        postCode?: string;
                        region?: string;
                    };
                    bankAddress?: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    bankCountryCode: string;
                    bankName?: string;
                    /** @example DEUTDEFF */
                    bic?: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    dateOfBirth?: string;
                    defaultPurposeCode?: string;
                    defaultReference?: string;
                    email?: string;
                    /** @description The entity's own account at another bank. */
                    firstParty?: boolean;
                    /** @example DE89370400440532013000 */
                    iban?: string;
                    identification?: {
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        country?: string;
                        /** @enum {string} */
                        type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                        value: string;
                    };
                    intermediary?: {
                        account?: string;
                        bic: string;
                    };
                    /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
                    localName?: string;
                    /** @example Acme Trading Ltd */
                    name: string;
                    nickname?: string;
                    routingCodes?: {
                        /** @enum {string} */
                        type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                        value: string;
                    }[];
                    save?: boolean;
                    /**
                     * @description Additional account reference: the roll number of a British building society account.
                     * @example 1234/567 890
                     */
                    secondaryReference?: string;
                    taxId?: string;
                    /**
                     * @description Company when absent.
                     * @enum {string}
                     */
                    type?: "Individual" | "Company";
                };
                /** @description Id of a saved payee; another name of beneficiaryId. */
                creditorAccountId?: string;
                /**
                 * @description The currency that the trade buys.
                 * @example EUR
                 */
                currency?: string;
                documents?: {
                    reference: string;
                    type: string;
                    url?: string;
                }[];
                /**
                 * @description Handling of a payment that misses its date because a review or its trade took longer: sent on the next possible day (default) or rejected.
                 * @enum {string}
                 */
                ifDateMissed?: "NextBusinessDay" | "Reject";
                invoice?: {
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    date?: string;
                    number: string;
                };
                /** @description Yours; shown again, never sent on. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description Receive a payment advice when the payment has been sent. Rejected where no mail server is configured. */
                notifyEmails?: string[];
                payer?: {
                    accountNumber?: string;
                    address?: {
                        city: string;
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        countryCode: string;
                        line1: string;
                        line2?: string;
                        postCode?: string;
                        region?: string;
                    };
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    dateOfBirth?: string;
                    identification?: {
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        country?: string;
                        type: string;
                        value: string;
                    };
                    lei?: string;
                    name: string;
                    placeOfBirth?: string;
                    /** @enum {string} */
                    type?: "Individual" | "Company";
                };
                /**
                 * Format: date
                 * @description The trade’s value date when absent.
                 * @example 2026-11-24
                 */
                paymentDate?: string;
                purposeCode?: string;
                /**
                 * @description One of those that GET /v1/payments/options lists for the payment, for example Chaps for a small amount in GBP. Absent: the first that offers the speed and carries the amount.
                 * @enum {string}
                 */
                rail?: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                reason?: string;
                /** @description Shown to the payee. Some rails carry less: FPS 18 characters. */
                reference: string;
                regulatoryReporting?: {
                    code?: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    details?: string[];
                };
                remittance?: {
                    structured?: {
                        /** @description ISO 11649 (RF…) or a national reference. */
                        creditorReference?: string;
                        /**
                         * @description Decimal string, at most the decimals of the currency.
                         * @example 1250.00
                         */
                        invoiceAmount?: string;
                        /**
                         * Format: date
                         * @example 2026-11-24
                         */
                        invoiceDate?: string;
                        invoiceNumber?: string;
                    };
                    unstructured?: string;
                };
                /**
                 * @description Absent: Normal.
                 * @enum {string}
                 */
                speed?: "Normal" | "Urgent" | "Instant";
                ultimateCreditor?: {
                    accountNumber?: string;
                    address?: {
                        city: string;
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        countryCode: string;
                        line1: string;
                        line2?: string;
                        postCode?: string;
                        region?: string;
                    };
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    dateOfBirth?: string;
                    identification?: {
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        country?: string;
                        type: string;
                        value: string;
                    };
                    lei?: string;
                    name: string;
                    placeOfBirth?: string;
                    /** @enum {string} */
                    type?: "Individual" | "Company";
                };
                ultimateDebtor?: {
                    accountNumber?: string;
                    address?: {
                        city: string;
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        countryCode: string;
                        line1: string;
                        line2?: string;
                        postCode?: string;
                        region?: string;
                    };
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    dateOfBirth?: string;
                    identification?: {
                        /**
                         * @description ISO 3166-1 alpha-2 code.
                         * @example DE
                         */
                        country?: string;
                        type: string;
                        value: string;
                    };
                    lei?: string;
                    name: string;
                    placeOfBirth?: string;
                    /** @enum {string} */
                    type?: "Individual" | "Company";
                };
                /** @description Id of a verification of payee. */
                verificationId?: string;
            }[];
            /** @description Id of the forward. */
            tradeId?: string;
            /** @description Drawn one after the other, oldest first. */
            tradeIds?: string[];
            /**
             * Format: date
             * @description Absent: the earliest that can be drawn and settled.
             * @example 2026-11-24
             */
            valueDate?: string | null;
        };
        CreateHeldRateRequest: {
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /**
             * @description TwoWay: either currency may be bought when it is booked.
             * @enum {string}
             */
            direction?: "OneWay" | "TwoWay";
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /**
             * @description Decimal string, at most the decimals of the currency.
             * @example 1250.00
             */
            estimatedAmount: string;
            /**
             * @description The side whose amount is fixed and stays exact.
             * @enum {string}
             */
            fixedSide: "Buy" | "Sell";
            /**
             * @description Action for a booking received after the expiry.
             * @enum {string}
             */
            postExpiryAction: "Reject" | "AcceptAtSpot" | "UtiliseNextAvailableQuote" | "ExecuteAtMarketOpen";
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /**
             * @description Duration of the hold in ISO 8601, at most PT24H.
             * @example PT4H
             */
            tenor: string;
            /** @enum {string} */
            usage?: "Single" | "Multiple";
        };
        CreateInboundPaymentRequest: {
            /** @description Id of the account that is paid; it or a virtual account of it is needed. */
            accountId?: string;
            /**
             * @description Decimal string, at most the decimals of the currency.
             * @example 1250.00
             */
            amount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            debtorIban?: string;
            debtorName?: string;
            /** @description A reference that contains #HOLD puts the payment on hold for screening. */
            reference?: string;
            /** @description Id of the virtual account that is paid. */
            virtualAccountId?: string;
        };
        CreateInternalTransferRequest: {
            /**
             * @description Decimal string, at most the decimals of the currency.
             * @example 1250.00
             */
            amount: string;
            /** @description Unique among the internal transfers of the entity. */
            clientReference?: string;
            /** @description Id of the account that is credited. */
            creditAccountId: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency?: string;
            /** @description Id of the account that is debited. */
            debitAccountId: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            reference?: string;
        };
        CreateNotificationRecipientRequest: {
            /** @example treasury@example.com */
            email: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description MarginCalls: issued and overdue margin calls. OverdueTrades: trades that were not paid in time. Approvals: orders that require approval. */
            topics: ("MarginCalls" | "OverdueTrades" | "Approvals")[];
        };
        CreatePayeeRequest: {
            accountNumber?: string;
            /** @description This, or sortCode and accountNumber. */
            iban?: string;
            identification?: {
                bic?: string;
                lei?: string;
                other?: {
                    scheme?: string;
                    value: string;
                };
            };
            /** @description Joint holders, or registered and trading names, with | between them. */
            name: string;
            sortCode?: string;
            /**
             * @description Open when absent.
             * @enum {string}
             */
            state?: "Open" | "Closed" | "Switched" | "OptedOut" | "Unresponsive";
            /**
             * @description Default: the type the payer states.
             * @enum {string}
             */
            type?: "Individual" | "Company";
        };
        /** @description Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form. */
        CreateTokenRequest: {
            /** @description JWT signed with the key of the client (private_key_jwt, RFC 7523). */
            client_assertion?: string;
            /** @description urn:ietf:params:oauth:client-assertion-type:jwt-bearer */
            client_assertion_type?: string;
            /** @description Required with client_secret, unless you use HTTP Basic. */
            client_id?: string;
            /** @description A live secret of the client. */
            client_secret?: string;
            /** @enum {string} */
            grant_type: "client_credentials";
            /** @description Scopes with spaces between; all that the client has for any of its entities when absent. */
            scope?: string;
        };
        CreateWebhookEndpointRequest: {
            /**
             * @description Version of the form of events.
             * @enum {string}
             */
            apiVersion?: "v1";
            description?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description Types of the events to send. Without it, all types are sent. */
            events?: string[];
            /**
             * @description A disabled endpoint gets nothing; once it is active again, it gets the events since then.
             * @enum {string}
             */
            status?: "Active" | "Disabled";
            /**
             * @description Public https address that takes the events by POST. Redirects are not followed.
             * @example https://example.com/webhooks/cambist
             */
            url: string;
        };
        CreditSimulation: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            asAt: string;
            facilities: {
                after: {
                    /** @example 1250.00 */
                    available: string;
                    isLimitExceeded: boolean;
                    marginCallCount: number;
                    /** @description The largest, at most 100. */
                    marginCalls: {
                        /** @example 1250.00 */
                        amount: string;
                        /**
                         * @description ISO 4217 code.
                         * @example EUR
                         */
                        currency: string;
                        /** @enum {string} */
                        subject: "Trade" | "ProposedTrade" | "NetPosition";
                        /** @description null: the proposed trade, or the net position. */
                        tradeId: string | null;
                    }[];
                    /** @description Amount a margin run would call in addition to the open calls. */
                    marginCallTotal: string;
                    /** @example 1250.00 */
                    mtm: string;
                    /**
                     * @description The part of `utilised` that the client has not paid in time.
                     * @example 1250.00
                     */
                    unpaidLosses: string;
                    /** @example 1250.00 */
                    utilised: string;
                };
                before: {
                    /** @example 1250.00 */
                    available: string;
                    isLimitExceeded: boolean;
                    marginCallCount: number;
                    /** @description The largest, at most 100. */
                    marginCalls: {
                        /** @example 1250.00 */
                        amount: string;
                        /**
                         * @description ISO 4217 code.
                         * @example EUR
                         */
                        currency: string;
                        /** @enum {string} */
                        subject: "Trade" | "ProposedTrade" | "NetPosition";
                        /** @description null: the proposed trade, or the net position. */
                        tradeId: string | null;
                    }[];
                    /** @description Amount a margin run would call in addition to the open calls. */
                    marginCallTotal: string;
                    /** @example 1250.00 */
                    mtm: string;
                    /**
                     * @description The part of `utilised` that the client has not paid in time.
                     * @example 1250.00
                     */
                    unpaidLosses: string;
                    /** @example 1250.00 */
                    utilised: string;
                };
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                facilityId: string;
            }[];
            trade: {
                /** @example 1250.00 */
                buyAmount: string;
                creditTermId: string | null;
                currencyPair: string;
                facilityId: string | null;
                initialMargin: {
                    /** @example 1250.00 */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                    percent: string;
                } | null;
                isPossible: boolean;
                /** @description Market forward on the client’s side, without mark-up. */
                rate: string;
                refusal: {
                    code: string;
                    message: string;
                } | null;
                /** @example 1250.00 */
                sellAmount: string;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                valueDate: string;
            } | null;
        };
        CurrencyPairMtm: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            asAt: string;
            /** @description Weighted by base amount; null where deals go both ways. */
            averageContractRate: string | null;
            currencyPair: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            furthestValueDate: string;
            /** @example 1250.00 */
            longBase: string;
            /** @description Average close-out rate of the deals, weighted by base amount. */
            marketForwardRate: string;
            /** @example 1250.00 */
            mtm: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            mtmCurrency: string;
            /** @description Undiscounted close-out value in the counter currency. */
            mtmQuote: string;
            /** @example 1250.00 */
            mtmUndiscounted: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            nearestValueDate: string;
            /** @example 1250.00 */
            netBase: string;
            /** @description Counter currency to be received less counter currency to be paid. */
            netQuote: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            quoteCurrency: string;
            /** @example 1250.00 */
            shortBase: string;
            snapshotId: string;
            tradeCount: number;
        };
        CurrencyPairMtmList: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            asAt: string;
            data: components["schemas"]["CurrencyPairMtm"][];
            nextCursor: string | null;
            snapshotId: string;
            totals: {
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @example 1250.00 */
                mtm: string;
                /** @example 1250.00 */
                mtmUndiscounted: string;
                /** @example 1250.00 */
                notional: string;
                tradeCount: number;
            }[];
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        DeleteBeneficiaryDryRun: {
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
        };
        Deprecation: {
            /**
             * Format: date
             * @example 2026-11-24
             */
            deprecatedOn: string;
            /**
             * @description It includes all paths below it.
             * @example /open-banking/v3.1
             */
            path: string;
            /** @example /open-banking/v4.0 */
            successor: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            sunsetOn: string | null;
        };
        Document: {
            documentId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            issuedAt: string;
            kind: string;
            mediaType: string;
            /** @description Hash of the file in hex. */
            sha256: string;
            /** @description Bytes. */
            size: number;
            /** @description Version of the documented object. */
            version: number;
        };
        Drawdown: {
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            currencyPair: string;
            /** @description A trade of its own: GET /v1/fx/trades/{drawdownId} shows how it settles. */
            drawdownId: string;
            fundingInstructions: {
                accountId: string;
                /** @description Amount required by the cut-off: the sell amount less the margin released. */
                amount: string;
                bic: string | null;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                iban: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                payBy: string;
                payByLocal: {
                    /** @example 13:50 */
                    time: string;
                    /** @example Europe/Berlin */
                    zone: string;
                };
                /** @description Amount received so far, for a drawdown funded by wire. */
                received: string;
                /** @description Reference to quote in the wire; it identifies the drawdown. */
                reference: string;
            } | null;
            /** @enum {string} */
            fundingMethod: "CurrencyAccount" | "WireTransfer" | "PreAuthorizedDebit";
            marginApplied: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
            paymentIds: string[];
            /** @description Always the contract’s. */
            rate: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @description PendingApproval, Booked, AwaitingFunds, Settled, Overdue, Cancelled. */
            status: string;
            /** @description The forward. */
            tradeId: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
            /**
             * @description Wire: only money that you wire until the cut-off. Funds: money on the sell account.
             * @enum {string|null}
             */
            waitingFor: "Approval" | "ValueDate" | "Wire" | "Funds" | null;
        };
        DrawdownList: {
            data: components["schemas"]["Drawdown"][];
            marginImpact: {
                held: {
                    /** @example 1250.00 */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                };
                released: {
                    /** @example 1250.00 */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                };
            };
            nextCursor: string | null;
            totals: {
                /** @example 1250.00 */
                amendedBuy: string;
                /** @example 1250.00 */
                amendedSell: string;
                /** @example 1250.00 */
                drawnBuy: string;
                /** @example 1250.00 */
                drawnSell: string;
                /** @example 1250.00 */
                remainingBuy: string;
                /** @example 1250.00 */
                remainingSell: string;
            };
        };
        EarliestPaymentDate: {
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            cutOffAt: string;
            cutOffLocal: {
                time: string;
                zone: string;
            };
            /**
             * Format: date
             * @example 2026-11-24
             */
            earliestPaymentDate: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            expectedArrivalDate: string;
            /** @enum {string} */
            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
        };
        EarliestSettlement: {
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            cutOffAt: string;
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            /**
             * Format: date
             * @example 2026-11-24
             */
            earliestDate: string;
            /** @description While it is false, the dates are those at the next opening. */
            marketOpen: boolean;
            /** @description Every date up to spot that can still be dealt, the earliest first. */
            nextCutOffs: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                cutOffAt: string;
                cutOffLocal: {
                    /** @example 13:50 */
                    time: string;
                    /** @example Europe/Berlin */
                    zone: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                date: string;
                /** @enum {string} */
                tenor: "T0" | "T1" | "T2";
            }[];
            /**
             * Format: date
             * @example 2026-11-24
             */
            spotDate: string;
            /** @enum {string} */
            tenor: "T0" | "T1" | "T2";
            /**
             * Format: date
             * @example 2026-11-24
             */
            tradeDate: string;
        };
        Entity: {
            addresses: {
                city: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                countryCode: string;
                line1: string;
                line2?: string;
                postCode?: string;
                region?: string;
            }[];
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            baseCurrency: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            countryOfIncorporation: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            entityId: string;
            /** @enum {string} */
            entityType: "Company" | "Fund" | "Spv" | "Partnership" | "Trust" | "Individual";
            /** @description Jurisdiction whose rules apply: UK, EU, CA … */
            jurisdiction: string;
            legalName: string;
            /** @description ISO 17442. */
            lei: string | null;
            name: string;
            parentEntityId: string | null;
            registrationNumber: string | null;
            relationshipContacts: {
                email?: string;
                name: string;
                phone?: string;
            }[];
            /** @enum {string} */
            serviceKind: "RM" | "ABS";
            /** @enum {string} */
            status: "Onboarding" | "Active" | "Suspended" | "Closed";
            /** @example Europe/Berlin */
            timeZone: string;
            tradingName: string | null;
        };
        EntityPage: {
            data: components["schemas"]["Entity"][];
            nextCursor: string | null;
        };
        EntitySettings: {
            approvalPolicies: {
                policyId: string;
                resource: string;
                summary: string;
            }[];
            /** @description How far the market may move, in either direction, between the pricing of a trade and its last approval: basis points of the rate. Beyond that the approval is rejected with trade_price_moved. */
            approvalPriceToleranceBps: number;
            cutOffProfile: string;
            dataRetentionDays: number;
            defaultBeneficiaryByCurrency: {
                [key: string]: string;
            };
            /** @enum {string} */
            defaultChargeBearer: "SHA" | "OUR" | "BEN";
            entityId: string;
            features: {
                drawdowns: boolean;
                forwards: ("Fixed" | "Window" | "Open" | "Variable")[];
                heldRates: boolean;
                internalTransfers: boolean;
                openBanking: boolean;
                orders: boolean;
                payments: boolean;
                spot: boolean;
            };
            heldRate: {
                /** @example 1250.00 */
                maxOpenNotional: string;
                /** @example PT24H */
                maxTenor: string;
                postExpiryActions: ("Reject" | "AcceptAtSpot" | "UtiliseNextAvailableQuote" | "ExecuteAtMarketOpen")[];
                tenors: string[];
            } | null;
            /** @description Addresses and CIDR ranges that may request tokens; empty for any. */
            ipAllowList: string[];
            limits: {
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                dailyPayment: {
                    /** @example 1250.00 */
                    limit: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    resetsAt: string;
                    /** @example 1250.00 */
                    used: string;
                };
                dailyTrade: {
                    /** @example 1250.00 */
                    limit: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    resetsAt: string;
                    /** @example 1250.00 */
                    used: string;
                };
                /** @example 1250.00 */
                maxTradeSize: string;
                /** @example 1250.00 */
                minPayment: string;
                /** @example 1250.00 */
                minTradeSize: string;
                /** @description Spot deals that are not paid for yet, at mid when they were quoted. */
                settlement: {
                    /** @example 1250.00 */
                    available: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                    /** @example 1250.00 */
                    limit: string;
                    /** @example 1250.00 */
                    used: string;
                };
                /** @example 1250.00 */
                singlePayment: string;
            };
            /**
             * @description The longest tenor that can be dealt today: what this entity may deal, or less where the known holidays end sooner.
             * @example PT24H
             */
            maxForwardTenor: string | null;
            notificationPreferences: {
                emails: string[];
            };
            preAuthorizedDebit: {
                banks: string[];
                enabled: boolean;
            };
            quoteLifeSeconds: {
                forward: number;
                spot: number;
            };
            /** @description Currencies whose holidays are known for a shorter time, with the last value date that can be dealt. */
            shorterForwardTenors: {
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                lastValueDate: string | null;
                /** @example PT24H */
                maxForwardTenor: string;
            }[];
            /** @description null: every pair of the service. */
            tradablePairs: string[] | null;
            /**
             * @description When verification of payee must come first.
             * @enum {string}
             */
            vopRequired: "Always" | "EurOnly" | "Never";
        };
        EntitySettingsPage: {
            data: components["schemas"]["EntitySettings"][];
            nextCursor: string | null;
        };
        ErrorCode: {
            code: string;
            message: string;
            retryable: boolean;
            status: number;
        };
        ErrorCodePage: {
            data: components["schemas"]["ErrorCode"][];
            nextCursor: string | null;
        };
        Event: {
            /** @example v1 */
            apiVersion: string;
            /** @description Balance of the account after the event; in `account.credited` and `account.debited`. */
            balance?: {
                available: string;
                booked: string;
                currency: string;
                /** @description Number of the last entry of the account that it contains. */
                ledgerSequence: number;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @description The resource as its own read operation returned it at this version, if the client has the scope of that operation. */
            data?: {
                [key: string]: unknown;
            };
            entityId: string;
            /** @description Unique in the service; the same in every delivery of the event. */
            id: string;
            previous?: {
                status: string;
            };
            resource: {
                id: string;
                /** @example payment */
                type: string;
                version: number;
            };
            /** @description Number of the event in its entity: 1, 2, 3, without gaps. */
            sequence: number;
            /** @example payment.completed */
            type: string;
        };
        EventList: {
            data: components["schemas"]["Event"][];
            /** @description The position if more events follow, otherwise null. */
            nextCursor: string | null;
            /** @description Send it as `after` of the next request. */
            position: string;
        };
        Facility: {
            /** @example 1250.00 */
            available: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            effectiveFrom: string;
            entityId: string;
            /**
             * Format: date
             * @description Last day on which deals can be made; null: until it is withdrawn.
             * @example 2026-11-24
             */
            expiryDate: string | null;
            facilityId: string;
            /** @example 1250.00 */
            initialMarginHeld: string;
            letter: {
                documentId: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                signedAt: string | null;
                version: number;
            };
            /** @example 1250.00 */
            limit: string;
            marginCallTerms: {
                /** @enum {string} */
                basis: "RateMove" | "MtmOverNotional" | "NetMtmAbsolute";
                /** @description Percent of the notional; with NetMtmAbsolute the blocks calls come in. */
                callSize: string;
                /**
                 * @description Automatic: variation margin calls are collected from an account, which each call names. OnRequest: you pay each.
                 * @enum {string}
                 */
                collection: "Automatic" | "OnRequest";
                dueBusinessDays: number;
                /** @example 1250.00 */
                minimumCall: string;
                /** @enum {string} */
                overdueAction: "Alert" | "CloseOut";
                overdueGraceHours: number;
                /** @description Percent; with NetMtmAbsolute an amount. */
                threshold: string;
            };
            /** @enum {string} */
            marginMethod: "PerTrade" | "NetPosition";
            /**
             * @description ISO 8601 duration, counted from spot.
             * @example P12M
             */
            maxTenor: string;
            /** @description Net and discounted; negative when the client would lose by leaving its deals. */
            mtm: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                asAt: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @description The market it follows from; null while nothing is open. */
                snapshotId: string | null;
            };
            name: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            reviewDate: string;
            /** @enum {string} */
            status: "Active" | "ReviewDue" | "Suspended" | "Expired";
            termIds: string[];
            /**
             * @description The part of `utilised` that comes from close-out losses not yet paid and from overdue spot trades, at mid.
             * @example 1250.00
             */
            unpaidLosses: string;
            /** @enum {string} */
            utilisationBasis: "Notional" | "MarginWaiver";
            /** @example 1250.00 */
            utilised: string;
            /** @example 1250.00 */
            variationMarginDue: string;
            /** @example 1250.00 */
            variationMarginHeld: string;
        };
        FacilityPage: {
            data: components["schemas"]["Facility"][];
            nextCursor: string | null;
        };
        FacilityTerm: {
            /** @example 1250.00 */
            available: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /** @description null: any pair. */
            currencyPairs: string[] | null;
            facilityId: string;
            forwardTypes: string[];
            initialMargin: {
                /** @example 1250.00 */
                minimum: string;
                /**
                 * @description Percent, as text.
                 * @example 2.5
                 */
                percent: string;
                /** @enum {string} */
                release: "ProRata" | "AtEnd";
                schedule: {
                    /**
                     * @description ISO 8601 duration, counted from spot.
                     * @example P12M
                     */
                    fromTenor: string;
                    /**
                     * @description Percent, as text.
                     * @example 2.5
                     */
                    percent: string;
                    /**
                     * @description ISO 8601 duration, counted from spot.
                     * @example P12M
                     */
                    toTenor: string;
                }[];
                /** @description Nothing to pay as long as the limit is not used up. */
                waived: boolean;
            };
            /** @example 1250.00 */
            limit: string;
            /**
             * @description ISO 8601 duration, counted from spot.
             * @example P12M
             */
            maxTenor: string;
            name: string;
            products: string[];
            /** @enum {string} */
            status: "Active" | "Suspended";
            termId: string;
            /** @example 1250.00 */
            utilised: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            validFrom: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            validTo: string | null;
            variationMargin: {
                /** @enum {string} */
                basis: "RateMove" | "MtmOverNotional" | "NetMtmAbsolute";
                /**
                 * @description Percent, as text.
                 * @example 2.5
                 */
                callPercent: string;
                /**
                 * @description Percent, as text.
                 * @example 2.5
                 */
                thresholdPercent: string;
            };
        };
        FacilityTermPage: {
            data: components["schemas"]["FacilityTerm"][];
            nextCursor: string | null;
        };
        ForwardAmendment: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            bookedAt: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @enum {string} */
            chargeOrCredit: "Charge" | "Credit";
            closeOutTradeId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The rate at which the part is closed; null for a split. */
            nearRate: string | null;
            /** @example 1250.00 */
            newBuyAmount: string | null;
            /** @description Rate of the continuing trade; null without one. */
            newRate: string | null;
            /** @example 1250.00 */
            newSellAmount: string | null;
            newTrade: components["schemas"]["ForwardTrade"] | null;
            newTradeId: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            newValueDate: string | null;
            quoteId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @example 1250.00 */
            settlementAmount: string;
            /** @description Pips of the market between the old and the new value date. */
            swapPoints: string;
            trade: components["schemas"]["ForwardTrade"];
            tradeId: string;
            /** @enum {string} */
            type: "Extend" | "BringForward" | "CloseOut" | "Split";
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        ForwardAmendmentDryRun: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            bookedAt: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @enum {string} */
            chargeOrCredit: "Charge" | "Credit";
            closeOutTradeId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The rate at which the part is closed; null for a split. */
            nearRate: string | null;
            /** @example 1250.00 */
            newBuyAmount: string | null;
            /** @description Rate of the continuing trade; null without one. */
            newRate: string | null;
            /** @example 1250.00 */
            newSellAmount: string | null;
            newTrade: components["schemas"]["ForwardTrade"] | null;
            newTradeId: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            newValueDate: string | null;
            quoteId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @example 1250.00 */
            settlementAmount: string;
            /** @description Pips of the market between the old and the new value date. */
            swapPoints: string;
            trade: components["schemas"]["ForwardTrade"];
            tradeId: string;
            /** @enum {string} */
            type: "Extend" | "BringForward" | "CloseOut" | "Split";
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        ForwardAmendmentQuote: {
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @enum {string} */
            chargeOrCredit: "Charge" | "Credit";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The rate at which the part is closed; null for a split. */
            nearRate: string | null;
            /** @example 1250.00 */
            newBuyAmount: string | null;
            /** @description Rate of the continuing trade; null without one. */
            newRate: string | null;
            /** @example 1250.00 */
            newSellAmount: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            newValueDate: string | null;
            quoteId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @example 1250.00 */
            settlementAmount: string;
            /** @description Pips of the market between the old and the new value date. */
            swapPoints: string;
            tradeId: string;
            /** @enum {string} */
            type: "Extend" | "BringForward" | "CloseOut" | "Split";
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        ForwardAmendmentQuoteDryRun: {
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @enum {string} */
            chargeOrCredit: "Charge" | "Credit";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The rate at which the part is closed; null for a split. */
            nearRate: string | null;
            /** @example 1250.00 */
            newBuyAmount: string | null;
            /** @description Rate of the continuing trade; null without one. */
            newRate: string | null;
            /** @example 1250.00 */
            newSellAmount: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            newValueDate: string | null;
            quoteId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @example 1250.00 */
            settlementAmount: string;
            /** @description Pips of the market between the old and the new value date. */
            swapPoints: string;
            tradeId: string;
            /** @enum {string} */
            type: "Extend" | "BringForward" | "CloseOut" | "Split";
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        ForwardDetails: {
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /** @description null until the confirmation is first asked for. */
            confirmationDocumentId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            entityId: string;
            /** @enum {string} */
            fixedSide: "Buy" | "Sell";
            forward: {
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                accessDate: string;
                amended: {
                    /** @example 1250.00 */
                    buyAmount: string;
                    /** @example 1250.00 */
                    sellAmount: string;
                };
                balance: {
                    /** @example 1250.00 */
                    buyAmount: string;
                    /** @example 1250.00 */
                    sellAmount: string;
                };
                creditTermId: string;
                defaultBeneficiaryId: string | null;
                drawdownCount: number;
                drawnPercent: string;
                facilityId: string;
                forwardReasoning: string;
                /** @enum {string} */
                fundsDelivery: "Deliverable" | "NonDeliverable";
                /** @enum {string} */
                initialMarginStatus: "NotRequired" | "Due" | "Received" | "Overdue" | "Released";
                /** @description Close-outs of it and the forwards that came out of it. */
                linkedTrades: {
                    kind: string;
                    status: string;
                    tradeId: string;
                }[];
                margin: {
                    appliedToDrawdowns: {
                        /** @example 1250.00 */
                        amount: string;
                        /**
                         * @description ISO 4217 code.
                         * @example EUR
                         */
                        currency: string;
                    };
                    held: {
                        /** @example 1250.00 */
                        amount: string;
                        /**
                         * @description ISO 4217 code.
                         * @example EUR
                         */
                        currency: string;
                    };
                };
                mtm: {
                    /** @description Undiscounted close-out result now; negative is a loss. */
                    amount: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    asAt: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                    /**
                     * @description Counter currency per unit of base.
                     * @example 1.16546
                     */
                    marketForwardRate: string;
                } | null;
                permittedActions: {
                    /** @enum {string} */
                    action: "drawdown" | "extend" | "bringForward" | "closeOut" | "split";
                    permitted: boolean;
                    reason: {
                        code: string;
                        message: string;
                    } | null;
                }[];
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                pricedAtDate: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                spotRate: string;
                /**
                 * @description When it can be drawn: Fixed on the value date; Window and Variable from the access date to the value date; Open on any day from spot to the value date.
                 * @enum {string}
                 */
                type: "Fixed" | "Window" | "Open" | "Variable";
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                valueDate: string;
            };
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                /** @description client, system or operator. */
                by: string;
                reason: string | null;
                status: string;
            }[];
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
            parentTradeId: string | null;
            paymentIds: string[];
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
            };
            quoteId: string | null;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            settlement: {
                /** @description The code of the refusal that stopped the settlement. */
                failureReason: string | null;
                /** @description True once the sell amount is held or debited. */
                funded: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                fundedAt: string | null;
                /** @description Cash amount of a close-out, paid instead of the two amounts. */
                net: {
                    /** @example 1250.00 */
                    amount: string;
                    /** @enum {string} */
                    chargeOrCredit: "Charge" | "Credit";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                } | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                settledAt: string | null;
            };
            /** @description PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected */
            status: string;
            subtype: string | null;
            tenor: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            tradeDate: string;
            tradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        ForwardQuote: {
            /**
             * Format: date
             * @example 2026-11-24
             */
            accessDate: string;
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            credit: {
                /** @example 1250.00 */
                availableAfter: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                facilityId: string;
                termId: string;
                /** @example 1250.00 */
                utilisedAfter: string;
                /** @example 1250.00 */
                utilisedBefore: string;
            };
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            defaultBeneficiaryId: string | null;
            entityId: string;
            /**
             * Format: date-time
             * @description A booking must be received before this instant.
             */
            expiresAt: string;
            /**
             * @description The side whose amount is fixed and stays exact.
             * @enum {string}
             */
            fixedSide: "Buy" | "Sell";
            /** @description Forward points in pips to the day least favourable to the client: price.pricedAtDate. */
            forwardPoints: string;
            /**
             * @description When it can be drawn: Fixed on the value date; Window and Variable from the access date to the value date; Open on any day from spot to the value date.
             * @enum {string}
             */
            forwardType: "Fixed" | "Window" | "Open" | "Variable";
            initialMargin: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                dueAt: string | null;
                /** @description The default account of the margin’s currency. */
                payFromAccountId: string | null;
                /** @description Percentage of the notional; 0 if the credit term waives it. */
                percent: string;
                required: boolean;
            };
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Forward";
            limits: {
                /** @description Available balance of the sell account in the sell currency. */
                availableBalance: string;
                /** @description Currency of remainingDaily and maxTradeSize. */
                currency: string;
                /** @example 1250.00 */
                maxTradeSize: string;
                /** @example 1250.00 */
                remainingDaily: string;
            };
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                pricedAtDate: string;
            };
            quoteId: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            reason: string | null;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            spotRate: string;
            /** @enum {string} */
            status: "Active" | "Booked" | "Expired";
            /** @description The tenor that prices the value date; a broken date has the next longer one. */
            tenor: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        ForwardReasonList: {
            data: {
                code: string;
                description: string;
            }[];
            nextCursor: string | null;
        };
        ForwardTrade: {
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /** @description null until the confirmation is first asked for. */
            confirmationDocumentId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            entityId: string;
            /** @enum {string} */
            fixedSide: "Buy" | "Sell";
            forward: {
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                accessDate: string;
                balance: {
                    /** @example 1250.00 */
                    buyAmount: string;
                    /** @example 1250.00 */
                    sellAmount: string;
                };
                creditTermId: string;
                defaultBeneficiaryId: string | null;
                drawnPercent: string;
                facilityId: string;
                forwardReasoning: string;
                /** @enum {string} */
                fundsDelivery: "Deliverable" | "NonDeliverable";
                /** @enum {string} */
                initialMarginStatus: "NotRequired" | "Due" | "Received" | "Overdue" | "Released";
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                pricedAtDate: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                spotRate: string;
                /**
                 * @description When it can be drawn: Fixed on the value date; Window and Variable from the access date to the value date; Open on any day from spot to the value date.
                 * @enum {string}
                 */
                type: "Fixed" | "Window" | "Open" | "Variable";
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                valueDate: string;
            };
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                /** @description client, system or operator. */
                by: string;
                reason: string | null;
                status: string;
            }[];
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
            parentTradeId: string | null;
            paymentIds: string[];
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
            };
            quoteId: string | null;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            settlement: {
                /** @description The code of the refusal that stopped the settlement. */
                failureReason: string | null;
                /** @description True once the sell amount is held or debited. */
                funded: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                fundedAt: string | null;
                /** @description Cash amount of a close-out, paid instead of the two amounts. */
                net: {
                    /** @example 1250.00 */
                    amount: string;
                    /** @enum {string} */
                    chargeOrCredit: "Charge" | "Credit";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                } | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                settledAt: string | null;
            };
            /** @description PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected */
            status: string;
            subtype: string | null;
            tenor: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            tradeDate: string;
            tradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        ForwardTradeDryRun: {
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /** @description null until the confirmation is first asked for. */
            confirmationDocumentId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            entityId: string;
            /** @enum {string} */
            fixedSide: "Buy" | "Sell";
            forward: {
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                accessDate: string;
                balance: {
                    /** @example 1250.00 */
                    buyAmount: string;
                    /** @example 1250.00 */
                    sellAmount: string;
                };
                creditTermId: string;
                defaultBeneficiaryId: string | null;
                drawnPercent: string;
                facilityId: string;
                forwardReasoning: string;
                /** @enum {string} */
                fundsDelivery: "Deliverable" | "NonDeliverable";
                /** @enum {string} */
                initialMarginStatus: "NotRequired" | "Due" | "Received" | "Overdue" | "Released";
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                pricedAtDate: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                spotRate: string;
                /**
                 * @description When it can be drawn: Fixed on the value date; Window and Variable from the access date to the value date; Open on any day from spot to the value date.
                 * @enum {string}
                 */
                type: "Fixed" | "Window" | "Open" | "Variable";
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                valueDate: string;
            };
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                /** @description client, system or operator. */
                by: string;
                reason: string | null;
                status: string;
            }[];
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
            parentTradeId: string | null;
            paymentIds: string[];
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
            };
            quoteId: string | null;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            settlement: {
                /** @description The code of the refusal that stopped the settlement. */
                failureReason: string | null;
                /** @description True once the sell amount is held or debited. */
                funded: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                fundedAt: string | null;
                /** @description Cash amount of a close-out, paid instead of the two amounts. */
                net: {
                    /** @example 1250.00 */
                    amount: string;
                    /** @enum {string} */
                    chargeOrCredit: "Charge" | "Credit";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                } | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                settledAt: string | null;
            };
            /** @description PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected */
            status: string;
            subtype: string | null;
            tenor: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            tradeDate: string;
            tradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        GetFacilityLetterResponse: {
            documentId: string;
            /** @description URL of the PDF; use the same access token. */
            downloadUrl: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            issuedAt: string;
            /** @description Hash of the PDF in hex. */
            sha256: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            signedAt: string | null;
            version: number;
        };
        HeldRate: {
            /** @description Rate at which the client buys the base; TwoWay only. */
            ask: string | null;
            /** @description Rate at which the client sells the base; TwoWay only. */
            bid: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /** @description Value dates that can be dealt for until the hold ends. */
            deliveryDates: string[];
            /**
             * @description TwoWay: either currency may be bought when it is booked.
             * @enum {string}
             */
            direction: "OneWay" | "TwoWay";
            entityId: string;
            /** @description Amount in the currency of the fixed side. */
            estimatedAmount: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * @description The same instant in the time zone of the entity.
             * @example 2026-11-20T17:00:00+01:00
             */
            expiresAtLocal: string;
            /**
             * @description The side whose amount is fixed and stays exact.
             * @enum {string}
             */
            fixedSide: "Buy" | "Sell";
            /** @description Cost of the hold in units of the rate; already included in the rate. */
            holdPremium: string;
            /** @description The same in basis points of the rate. */
            holdPremiumBps: string;
            /** @enum {string} */
            kind: "HeldRate";
            /** @description 110 % of the estimate; bookings together may come to it. */
            maxAmount: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            mid: string;
            /**
             * @description Action for a booking received after the expiry.
             * @enum {string}
             */
            postExpiryAction: "Reject" | "AcceptAtSpot" | "UtiliseNextAvailableQuote" | "ExecuteAtMarketOpen";
            quoteId: string;
            /** @description Rate of a OneWay held rate; a TwoWay one has bid and ask. */
            rate: string | null;
            /** @description Amount in the currency of the fixed side. */
            remainingAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @enum {string} */
            status: "Active" | "PartlyUsed" | "Booked" | "Exhausted" | "Expired" | "Cancelled";
            tenor: string;
            tradeIds: string[];
            /** @enum {string} */
            usage: "Single" | "Multiple";
            /** @description Amount in the currency of the fixed side. */
            utilisedAmount: string;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        HeldRateDryRun: {
            /** @description Rate at which the client buys the base; TwoWay only. */
            ask: string | null;
            /** @description Rate at which the client sells the base; TwoWay only. */
            bid: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /** @description Value dates that can be dealt for until the hold ends. */
            deliveryDates: string[];
            /**
             * @description TwoWay: either currency may be bought when it is booked.
             * @enum {string}
             */
            direction: "OneWay" | "TwoWay";
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            entityId: string;
            /** @description Amount in the currency of the fixed side. */
            estimatedAmount: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * @description The same instant in the time zone of the entity.
             * @example 2026-11-20T17:00:00+01:00
             */
            expiresAtLocal: string;
            /**
             * @description The side whose amount is fixed and stays exact.
             * @enum {string}
             */
            fixedSide: "Buy" | "Sell";
            /** @description Cost of the hold in units of the rate; already included in the rate. */
            holdPremium: string;
            /** @description The same in basis points of the rate. */
            holdPremiumBps: string;
            /** @enum {string} */
            kind: "HeldRate";
            /** @description 110 % of the estimate; bookings together may come to it. */
            maxAmount: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            mid: string;
            /**
             * @description Action for a booking received after the expiry.
             * @enum {string}
             */
            postExpiryAction: "Reject" | "AcceptAtSpot" | "UtiliseNextAvailableQuote" | "ExecuteAtMarketOpen";
            quoteId: string;
            /** @description Rate of a OneWay held rate; a TwoWay one has bid and ask. */
            rate: string | null;
            /** @description Amount in the currency of the fixed side. */
            remainingAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @enum {string} */
            status: "Active" | "PartlyUsed" | "Booked" | "Exhausted" | "Expired" | "Cancelled";
            tenor: string;
            tradeIds: string[];
            /** @enum {string} */
            usage: "Single" | "Multiple";
            /** @description Amount in the currency of the fixed side. */
            utilisedAmount: string;
        };
        /** @description Success, or the answer of a dry run. */
        HeldRateOrDryRun: {
            /** @description Rate at which the client buys the base; TwoWay only. */
            ask: string | null;
            /** @description Rate at which the client sells the base; TwoWay only. */
            bid: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /** @description Value dates that can be dealt for until the hold ends. */
            deliveryDates: string[];
            /**
             * @description TwoWay: either currency may be bought when it is booked.
             * @enum {string}
             */
            direction: "OneWay" | "TwoWay";
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            entityId: string;
            /** @description Amount in the currency of the fixed side. */
            estimatedAmount: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * @description The same instant in the time zone of the entity.
             * @example 2026-11-20T17:00:00+01:00
             */
            expiresAtLocal: string;
            /**
             * @description The side whose amount is fixed and stays exact.
             * @enum {string}
             */
            fixedSide: "Buy" | "Sell";
            /** @description Cost of the hold in units of the rate; already included in the rate. */
            holdPremium: string;
            /** @description The same in basis points of the rate. */
            holdPremiumBps: string;
            /** @enum {string} */
            kind: "HeldRate";
            /** @description 110 % of the estimate; bookings together may come to it. */
            maxAmount: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            mid: string;
            /**
             * @description Action for a booking received after the expiry.
             * @enum {string}
             */
            postExpiryAction: "Reject" | "AcceptAtSpot" | "UtiliseNextAvailableQuote" | "ExecuteAtMarketOpen";
            quoteId: string;
            /** @description Rate of a OneWay held rate; a TwoWay one has bid and ask. */
            rate: string | null;
            /** @description Amount in the currency of the fixed side. */
            remainingAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @enum {string} */
            status: "Active" | "PartlyUsed" | "Booked" | "Exhausted" | "Expired" | "Cancelled";
            tenor: string;
            tradeIds: string[];
            /** @enum {string} */
            usage: "Single" | "Multiple";
            /** @description Amount in the currency of the fixed side. */
            utilisedAmount: string;
        };
        HeldRatePage: {
            data: components["schemas"]["HeldRate"][];
            nextCursor: string | null;
        };
        HeldRateTrade: {
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /** @description null until the confirmation is first asked for. */
            confirmationDocumentId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            entityId: string;
            execution: {
                /** @enum {string} */
                mode: "Held" | "Spot" | "NextQuote" | "MarketOpenOrder";
                /** @description The held rate whose price was dealt, if one’s was. */
                quoteIdUsed: string | null;
            };
            /** @enum {string} */
            fixedSide: "Buy" | "Sell";
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                /** @description client, system or operator. */
                by: string;
                reason: string | null;
                status: string;
            }[];
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
            parentTradeId: string | null;
            paymentIds: string[];
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
            };
            quoteId: string | null;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            settlement: {
                /** @description The code of the refusal that stopped the settlement. */
                failureReason: string | null;
                /** @description True once the sell amount is held or debited. */
                funded: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                fundedAt: string | null;
                /** @description Cash amount of a close-out, paid instead of the two amounts. */
                net: {
                    /** @example 1250.00 */
                    amount: string;
                    /** @enum {string} */
                    chargeOrCredit: "Charge" | "Credit";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                } | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                settledAt: string | null;
            };
            /** @description PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected */
            status: string;
            subtype: string | null;
            tenor: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            tradeDate: string;
            tradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
            /** @description Whether the value date was chosen by us. */
            valueDateAdjusted: boolean;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        HeldRateTradeDryRun: {
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /** @description null until the confirmation is first asked for. */
            confirmationDocumentId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            entityId: string;
            execution: {
                /** @enum {string} */
                mode: "Held" | "Spot" | "NextQuote" | "MarketOpenOrder";
                /** @description The held rate whose price was dealt, if one’s was. */
                quoteIdUsed: string | null;
            };
            /** @enum {string} */
            fixedSide: "Buy" | "Sell";
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                /** @description client, system or operator. */
                by: string;
                reason: string | null;
                status: string;
            }[];
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
            parentTradeId: string | null;
            paymentIds: string[];
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
            };
            quoteId: string | null;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            settlement: {
                /** @description The code of the refusal that stopped the settlement. */
                failureReason: string | null;
                /** @description True once the sell amount is held or debited. */
                funded: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                fundedAt: string | null;
                /** @description Cash amount of a close-out, paid instead of the two amounts. */
                net: {
                    /** @example 1250.00 */
                    amount: string;
                    /** @enum {string} */
                    chargeOrCredit: "Charge" | "Credit";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                } | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                settledAt: string | null;
            };
            /** @description PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected */
            status: string;
            subtype: string | null;
            tenor: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            tradeDate: string;
            tradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
            /** @description Whether the value date was chosen by us. */
            valueDateAdjusted: boolean;
        };
        InboundPayment: {
            /** @description null while the money is unidentified. */
            accountId: string | null;
            /** @example 1250.00 */
            amount: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            creditedAt: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            debtorIban: string | null;
            debtorName: string | null;
            /** @description null while the money is unidentified. */
            entityId: string | null;
            inboundPaymentId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            receivedAt: string;
            reference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            returnedAt: string | null;
            /** @enum {string} */
            status: "Credited" | "Held" | "Unidentified" | "Assigned" | "Returned";
            statusReason: {
                /** @enum {string} */
                code: "UnderReview" | "AccountNotFound" | "AccountClosed" | "VirtualAccountClosed" | "CurrencyMismatch" | "ReferenceReused" | "NotAccepted" | "RequestedByPayer";
                message: string;
            } | null;
            /** @description The credit on the account; null until it is credited. */
            transactionId: string | null;
            /**
             * Format: date
             * @description The bank’s, or the day of receipt in the time zone of the entity.
             * @example 2026-11-24
             */
            valueDate: string;
            /** @description The virtual account to which the payer sent the money. */
            virtualAccountId: string | null;
        };
        InboundPaymentPage: {
            data: components["schemas"]["InboundPayment"][];
            nextCursor: string | null;
        };
        InitialMargin: {
            /** @description Where a wire must arrive, and where margin is released to. */
            accountId: string | null;
            /** @example 1250.00 */
            amount: string;
            /** @example 1250.00 */
            appliedToDrawdowns: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            dueAt: string | null;
            /** @description Ledger transactions for margin posted and released. */
            ledgerTransactionIds: string[];
            /** @example 1250.00 */
            outstanding: string;
            /** @description Percentage of the notional; 0 if the credit term waives it. */
            percent: string;
            /** @example 1250.00 */
            received: string;
            /** @example 1250.00 */
            released: string;
            required: boolean;
            /** @enum {string} */
            side: "Buy" | "Sell";
            /** @enum {string} */
            status: "NotRequired" | "Due" | "Received" | "Overdue" | "Released";
            tradeId: string;
        };
        InternalAccountTransfer: {
            /** @example 1250.00 */
            amount: string;
            approval?: {
                /** @description Clients that cannot approve now; all other clients of the entity with the scope and the role can. null: no approval is required. */
                approvers: {
                    /** @description The client that made it, and clients that have approved it. */
                    except: string[];
                    role: string;
                    scope: string;
                } | null;
                /** @description Whether the asking client may approve it now. */
                canApprove: boolean;
                /** @description null: asked for by no policy of the entity. */
                policyId: string | null;
                required: boolean;
                steps: {
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    at: string;
                    by: string | null;
                    decision: string;
                }[];
                stepsGiven: number;
                /** @description So many different clients must approve. */
                stepsRequired: number;
            };
            /**
             * Format: date-time
             * @description It is cancelled if it has not been approved by then.
             * @example 2026-11-20T12:00:00.000Z
             */
            approvalLapsesAt?: string | null;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            creditAccountId: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            debitAccountId: string;
            entityId: string;
            internalAccountTransferId: string;
            reference: string | null;
            /** @enum {string} */
            status: "PendingApproval" | "Completed" | "Cancelled";
            /** @description Why it was cancelled. */
            statusReason?: {
                code: string;
                message: string;
            } | null;
            /** @description Ids of the debit and the credit; empty until completed. */
            transactionIds: string[];
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        InternalAccountTransferDryRun: {
            /** @example 1250.00 */
            amount: string;
            approval?: {
                /** @description Clients that cannot approve now; all other clients of the entity with the scope and the role can. null: no approval is required. */
                approvers: {
                    /** @description The client that made it, and clients that have approved it. */
                    except: string[];
                    role: string;
                    scope: string;
                } | null;
                /** @description Whether the asking client may approve it now. */
                canApprove: boolean;
                /** @description null: asked for by no policy of the entity. */
                policyId: string | null;
                required: boolean;
                steps: {
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    at: string;
                    by: string | null;
                    decision: string;
                }[];
                stepsGiven: number;
                /** @description So many different clients must approve. */
                stepsRequired: number;
            };
            /**
             * Format: date-time
             * @description It is cancelled if it has not been approved by then.
             * @example 2026-11-20T12:00:00.000Z
             */
            approvalLapsesAt?: string | null;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            creditAccountId: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            debitAccountId: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            entityId: string;
            internalAccountTransferId: string;
            reference: string | null;
            /** @enum {string} */
            status: "PendingApproval" | "Completed" | "Cancelled";
            /** @description Why it was cancelled. */
            statusReason?: {
                code: string;
                message: string;
            } | null;
            /** @description Ids of the debit and the credit; empty until completed. */
            transactionIds: string[];
        };
        /** @description Success, or the answer of a dry run. */
        InternalAccountTransferOrDryRun: {
            /** @example 1250.00 */
            amount: string;
            approval?: {
                /** @description Clients that cannot approve now; all other clients of the entity with the scope and the role can. null: no approval is required. */
                approvers: {
                    /** @description The client that made it, and clients that have approved it. */
                    except: string[];
                    role: string;
                    scope: string;
                } | null;
                /** @description Whether the asking client may approve it now. */
                canApprove: boolean;
                /** @description null: asked for by no policy of the entity. */
                policyId: string | null;
                required: boolean;
                steps: {
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    at: string;
                    by: string | null;
                    decision: string;
                }[];
                stepsGiven: number;
                /** @description So many different clients must approve. */
                stepsRequired: number;
            };
            /**
             * Format: date-time
             * @description It is cancelled if it has not been approved by then.
             * @example 2026-11-20T12:00:00.000Z
             */
            approvalLapsesAt?: string | null;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            creditAccountId: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            debitAccountId: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            entityId: string;
            internalAccountTransferId: string;
            reference: string | null;
            /** @enum {string} */
            status: "PendingApproval" | "Completed" | "Cancelled";
            /** @description Why it was cancelled. */
            statusReason?: {
                code: string;
                message: string;
            } | null;
            /** @description Ids of the debit and the credit; empty until completed. */
            transactionIds: string[];
        };
        InternalAccountTransferPage: {
            data: components["schemas"]["InternalAccountTransfer"][];
            nextCursor: string | null;
        };
        /** @description Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form. */
        IntrospectTokenRequest: {
            /** @description JWT signed with the key of the client (private_key_jwt, RFC 7523). */
            client_assertion?: string;
            /** @description urn:ietf:params:oauth:client-assertion-type:jwt-bearer */
            client_assertion_type?: string;
            /** @description Required with client_secret, unless you use HTTP Basic. */
            client_id?: string;
            /** @description A live secret of the client. */
            client_secret?: string;
            token: string;
            /** @description access_token; not needed. */
            token_type_hint?: string;
        };
        MagicValueList: {
            data: {
                effect: string;
                value: string;
                /** @enum {string} */
                where: "PaymentReference" | "PayeeName";
            }[];
            nextCursor: string | null;
        };
        MarginCall: {
            /** @description Actions available now. */
            actions: "settle"[];
            /** @example 1250.00 */
            amount: string;
            /** @description The account from whose money the call is collected, in parts if need be, before payments get any. You can pay it from another account too. Null: it is not collected; settle it. */
            collectedFrom: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            dueAt: string;
            entityId: string;
            explanation: string;
            facilityId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            issuedAt: string;
            marginCallId: string;
            /** @example 1250.00 */
            outstanding: string;
            reasonTradeIds: string[];
            /** @description The market it follows from; null for an initial margin. */
            snapshotId: string | null;
            /**
             * @description Released: the posted margin was returned. Cancelled: the call was withdrawn before it was paid.
             * @enum {string}
             */
            status: "Issued" | "PartlyMet" | "Met" | "Overdue" | "Released" | "Cancelled";
            /** @enum {string} */
            type: "Initial" | "Variation";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
        };
        /** @description Success, or the answer of a dry run. */
        MarginCallOrDryRun: {
            /** @description Actions available now. */
            actions: "settle"[];
            /** @example 1250.00 */
            amount: string;
            /** @description The account from whose money the call is collected, in parts if need be, before payments get any. You can pay it from another account too. Null: it is not collected; settle it. */
            collectedFrom: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            dueAt: string;
            entityId: string;
            explanation: string;
            facilityId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            issuedAt: string;
            marginCallId: string;
            /** @example 1250.00 */
            outstanding: string;
            reasonTradeIds: string[];
            /** @description The market it follows from; null for an initial margin. */
            snapshotId: string | null;
            /**
             * @description Released: the posted margin was returned. Cancelled: the call was withdrawn before it was paid.
             * @enum {string}
             */
            status: "Issued" | "PartlyMet" | "Met" | "Overdue" | "Released" | "Cancelled";
            /** @enum {string} */
            type: "Initial" | "Variation";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
        };
        MarginCallPage: {
            data: components["schemas"]["MarginCall"][];
            nextCursor: string | null;
        };
        MarginRun: {
            issued: components["schemas"]["MarginCall"][];
            /** @description Withdrawn, or their margin has gone back. */
            released: components["schemas"]["MarginCall"][];
            runs: {
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                facilityId: string;
                /** @description null: nothing is open or held. */
                snapshotId: string | null;
                /** @example 1250.00 */
                variationMarginReleased: string;
            }[];
        };
        MarketRate: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            at: string;
            currencyPair: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            mid: string;
        };
        /** @description Exactly one of the three. */
        MoveClockRequest: {
            /**
             * @description ISO 8601 duration, days too.
             * @example P2D
             * @example PT90M
             * @example P1DT12H
             */
            advance?: string;
            /** @description True stops business time, false resumes it. */
            freeze?: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            set?: string;
        };
        /** @description Exactly one of the two. */
        MoveMarketRequest: {
            /**
             * @description The new middle rate.
             * @example 0.88500
             */
            rate?: string;
            /**
             * @description Percent, with its sign.
             * @example -5
             */
            shiftPercent?: string;
        };
        NotificationRecipient: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            email: string;
            entityId: string;
            notificationRecipientId: string;
            /** @description MarginCalls: issued and overdue margin calls. OverdueTrades: trades that were not paid in time. Approvals: orders that require approval. */
            topics: ("MarginCalls" | "OverdueTrades" | "Approvals")[];
        };
        NotificationRecipientPage: {
            data: components["schemas"]["NotificationRecipient"][];
            nextCursor: string | null;
        };
        OAuthError: {
            error: string;
            error_description: string;
            error_uri?: string;
        };
        OpenVirtualAccountRequest: {
            /** @description Id of the account that gets the money. */
            accountId: string;
            /** @description Your own reference of the payer, such as a customer number. Unique for ever. */
            clientReference?: string;
            /** @description The payer or the purpose, as your reports are to show it. */
            name: string;
        };
        PayeeVerification: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            checkedAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The registered name; returned only for a NearMatch of the name. */
            matchedName?: string;
            /** @description Message to show to the payer, who decides. */
            message: string;
            /** @enum {string|null} */
            reasonCode: "accountTypeMismatch" | "accountNotFound" | "accountSwitched" | "accountOptedOut" | "accountTypeNotSupported" | "referenceInvalid" | "pspNotParticipating" | "identificationNotSupported" | "timeout" | "noAnswer" | null;
            recommendedUpdates: {
                /** @enum {string} */
                field: "name" | "partyType";
                value: string;
            }[];
            /**
             * @description SIMULATED: a magic value decided.
             * @enum {string}
             */
            scheme: "SEPA_VOP" | "UK_COP" | "SIMULATED";
            /** @enum {string} */
            status: "Match" | "NearMatch" | "NoMatch" | "NotAvailable";
            verificationId: string;
        };
        /** @description Success, or the answer of a dry run. */
        PayeeVerificationOrDryRun: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            checkedAt: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The registered name; returned only for a NearMatch of the name. */
            matchedName?: string;
            /** @description Message to show to the payer, who decides. */
            message: string;
            /** @enum {string|null} */
            reasonCode: "accountTypeMismatch" | "accountNotFound" | "accountSwitched" | "accountOptedOut" | "accountTypeNotSupported" | "referenceInvalid" | "pspNotParticipating" | "identificationNotSupported" | "timeout" | "noAnswer" | null;
            recommendedUpdates: {
                /** @enum {string} */
                field: "name" | "partyType";
                value: string;
            }[];
            /**
             * @description SIMULATED: a magic value decided.
             * @enum {string}
             */
            scheme: "SEPA_VOP" | "UK_COP" | "SIMULATED";
            /** @enum {string} */
            status: "Match" | "NearMatch" | "NoMatch" | "NotAvailable";
            verificationId: string;
        };
        Payment: {
            accountId: string;
            allowedActions: ("Cancel" | "Approve" | "Reject" | "RecallApproval" | "RequestApproval" | "RequestRecall")[];
            /** @example 1250.00 */
            amount: string;
            approval: {
                /** @description Clients that cannot approve now; all other clients of the entity with the scope and the role can. null: no approval is required. */
                approvers: {
                    /** @description The client that made it, and clients that have approved it. */
                    except: string[];
                    role: string;
                    scope: string;
                } | null;
                /** @description Whether the asking client may approve it now. */
                canApprove: boolean;
                /** @description null: asked for by no policy of the entity. */
                policyId: string | null;
                required: boolean;
                steps: {
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    at: string;
                    by: string | null;
                    decision: string;
                }[];
                stepsGiven: number;
                /** @description So many different clients must approve. */
                stepsRequired: number;
            };
            batchId: string | null;
            beneficiaryId: string | null;
            /** @description A beneficiary, as it was. */
            beneficiarySnapshot: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            chargeBearer: "SHA" | "OUR" | "BEN";
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            cutOffAt: string;
            documents?: {
                reference: string;
                type: string;
                url?: string;
            }[];
            endToEndId: string;
            entityId: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            expectedArrival: string;
            fee: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
            /** @description Where the money is of a payment that did not reach its payee: OnAccount, on the account; InTrade, still to be delivered by the trade that buys it; InSuspense, kept by us because the account is closed. The actions are what you can do with it; nextAction of statusReason names their calls. Null where no money was moved or bought. */
            funds: {
                accountId: string;
                actions: ("PayAgain" | "SellBack" | "CancelTrade" | "CloseOutTrade" | "CancelDrawdown")[];
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @enum {string} */
                state: "OnAccount" | "InTrade" | "InSuspense";
            } | null;
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                by: string;
                reason: string | null;
                /** @enum {string} */
                status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
            }[];
            /**
             * @description Handling of a payment that misses its date because a review or its trade took longer: sent on the next possible day (default) or rejected.
             * @enum {string}
             */
            ifDateMissed?: "NextBusinessDay" | "Reject";
            invoice?: {
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                date?: string;
                number: string;
            };
            /** @description ISO 20022 status, as open banking shows it. */
            isoStatus: string;
            /** @description Yours; shown again, never sent on. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Receive a payment advice when the payment has been sent. Rejected where no mail server is configured. */
            notifyEmails?: string[];
            /** @description Name, account and bank of the payee in full: as paid, or before release as it would be paid now. An approval is for exactly these details. */
            payee: {
                [key: string]: unknown;
            } | null;
            payer?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            /**
             * Format: date
             * @example 2026-11-24
             */
            paymentDate: string;
            paymentId: string;
            purposeCode: string | null;
            /** @enum {string} */
            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
            reason: string | null;
            /** @description The request to have it back, if one was made. */
            recall: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                answeredAt: string | null;
                answerReason: string | null;
                note: string | null;
                reason: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                requestedAt: string;
                requestedBy: string;
                /** @enum {string} */
                status: "Requested" | "Accepted" | "Refused";
            } | null;
            reference: string;
            regulatoryReporting?: {
                code?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                details?: string[];
            };
            remittance?: {
                structured?: {
                    /** @description ISO 11649 (RF…) or a national reference. */
                    creditorReference?: string;
                    /**
                     * @description Decimal string, at most the decimals of the currency.
                     * @example 1250.00
                     */
                    invoiceAmount?: string;
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    invoiceDate?: string;
                    invoiceNumber?: string;
                };
                unstructured?: string;
            };
            returned: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                reason: string | null;
            } | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            scheduledFor: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            sentAt: string | null;
            /** @enum {string} */
            speed: "Normal" | "Urgent" | "Instant";
            /** @enum {string} */
            status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
            statusReason: {
                code: string;
                message: string;
                nextAction: string;
            } | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            submittedAt: string | null;
            tradeId: string | null;
            /** @description Names the payment to every bank on its way. */
            uetr: string;
            ultimateCreditor?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            ultimateDebtor?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            verificationId: string | null;
            version: number;
            /** @description Values changed before sending; only in the response to creating the payment. */
            warnings?: {
                code: string;
                message: string;
                pointer: string;
                /** @description Text as sent to the payee’s bank. */
                sent?: string;
            }[];
        };
        PaymentBatch: {
            batchId: string;
            clientReference: string | null;
            /** @description Number of items by outcome. */
            counts: {
                checked: number;
                created: number;
                invalid: number;
                pending: number;
                skipped: number;
                undone: number;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            createdBy: string;
            entityId: string;
            /** @description Errors of the first 500 rejected items of a dry run, whose items are not stored. */
            errors?: {
                errors: {
                    code: string;
                    message: string;
                    params?: {
                        [key: string]: unknown;
                    };
                    pointer: string;
                }[];
                line: number;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            finishedAt: string | null;
            /** @enum {string} */
            format: "Json" | "Csv" | "Pain001";
            /** @enum {string} */
            mode: "Strict" | "Partial";
            name: string | null;
            /** @description Payments made of it, by their present status. */
            payments: {
                [key: string]: number;
            };
            progress: {
                done: number;
                percent: number;
                total: number;
            };
            /** @enum {string} */
            status: "Checking" | "Processing" | "Completed" | "Undoing" | "Rejected" | "Cancelling" | "Cancelled";
            /** @description Totals of the payments created. */
            totals: {
                amount: string;
                count: number;
                currency: string;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
            /** @description Notices for the first 500 items of a dry run that have any. */
            warnings?: {
                line: number;
                warnings: {
                    code: string;
                    message: string;
                    pointer: string;
                    /** @description Text as sent to the payee’s bank. */
                    sent?: string;
                }[];
            }[];
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        PaymentBatchDryRun: {
            batchId: string;
            clientReference: string | null;
            /** @description Number of items by outcome. */
            counts: {
                checked: number;
                created: number;
                invalid: number;
                pending: number;
                skipped: number;
                undone: number;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            createdBy: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            entityId: string;
            /** @description Errors of the first 500 rejected items of a dry run, whose items are not stored. */
            errors?: {
                errors: {
                    code: string;
                    message: string;
                    params?: {
                        [key: string]: unknown;
                    };
                    pointer: string;
                }[];
                line: number;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            finishedAt: string | null;
            /** @enum {string} */
            format: "Json" | "Csv" | "Pain001";
            /** @enum {string} */
            mode: "Strict" | "Partial";
            name: string | null;
            /** @description Payments made of it, by their present status. */
            payments: {
                [key: string]: number;
            };
            progress: {
                done: number;
                percent: number;
                total: number;
            };
            /** @enum {string} */
            status: "Checking" | "Processing" | "Completed" | "Undoing" | "Rejected" | "Cancelling" | "Cancelled";
            /** @description Totals of the payments created. */
            totals: {
                amount: string;
                count: number;
                currency: string;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
            /** @description Notices for the first 500 items of a dry run that have any. */
            warnings?: {
                line: number;
                warnings: {
                    code: string;
                    message: string;
                    pointer: string;
                    /** @description Text as sent to the payee’s bank. */
                    sent?: string;
                }[];
            }[];
        };
        PaymentBatchItem: {
            clientReference: string | null;
            errors: {
                code: string;
                message: string;
                params?: {
                    [key: string]: unknown;
                };
                pointer: string;
            }[];
            /** @description Position in the submitted batch, starting at 1. */
            line: number;
            /** @description The item as it was read. */
            order: unknown;
            paymentId: string | null;
            /** @enum {string|null} */
            paymentStatus: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed" | null;
            /** @enum {string} */
            status: "Pending" | "Checked" | "Invalid" | "Created" | "Skipped" | "Undone";
            verification: components["schemas"]["PayeeVerification"] | null;
            /** @description Values that are changed or not sent. */
            warnings: {
                code: string;
                message: string;
                pointer: string;
                /** @description Text as sent to the payee’s bank. */
                sent?: string;
            }[];
        };
        PaymentBatchItemPage: {
            data: components["schemas"]["PaymentBatchItem"][];
            nextCursor: string | null;
        };
        PaymentBatchOrder: {
            clientReference?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description Payment orders as for POST /v1/payments; at most 5000. */
            items: unknown[];
            /**
             * @description Strict (when absent): all items or none. Partial: every item that can be paid.
             * @enum {string}
             */
            mode?: "Strict" | "Partial";
            name?: string;
        };
        /** @description Success, or the answer of a dry run. */
        PaymentBatchOrDryRun: {
            batchId: string;
            clientReference: string | null;
            /** @description Number of items by outcome. */
            counts: {
                checked: number;
                created: number;
                invalid: number;
                pending: number;
                skipped: number;
                undone: number;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            createdBy: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            entityId: string;
            /** @description Errors of the first 500 rejected items of a dry run, whose items are not stored. */
            errors?: {
                errors: {
                    code: string;
                    message: string;
                    params?: {
                        [key: string]: unknown;
                    };
                    pointer: string;
                }[];
                line: number;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            finishedAt: string | null;
            /** @enum {string} */
            format: "Json" | "Csv" | "Pain001";
            /** @enum {string} */
            mode: "Strict" | "Partial";
            name: string | null;
            /** @description Payments made of it, by their present status. */
            payments: {
                [key: string]: number;
            };
            progress: {
                done: number;
                percent: number;
                total: number;
            };
            /** @enum {string} */
            status: "Checking" | "Processing" | "Completed" | "Undoing" | "Rejected" | "Cancelling" | "Cancelled";
            /** @description Totals of the payments created. */
            totals: {
                amount: string;
                count: number;
                currency: string;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
            /** @description Notices for the first 500 items of a dry run that have any. */
            warnings?: {
                line: number;
                warnings: {
                    code: string;
                    message: string;
                    pointer: string;
                    /** @description Text as sent to the payee’s bank. */
                    sent?: string;
                }[];
            }[];
        };
        PaymentBatchPage: {
            data: components["schemas"]["PaymentBatch"][];
            nextCursor: string | null;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        PaymentDryRun: {
            accountId: string;
            allowedActions: ("Cancel" | "Approve" | "Reject" | "RecallApproval" | "RequestApproval" | "RequestRecall")[];
            /** @example 1250.00 */
            amount: string;
            approval: {
                /** @description Clients that cannot approve now; all other clients of the entity with the scope and the role can. null: no approval is required. */
                approvers: {
                    /** @description The client that made it, and clients that have approved it. */
                    except: string[];
                    role: string;
                    scope: string;
                } | null;
                /** @description Whether the asking client may approve it now. */
                canApprove: boolean;
                /** @description null: asked for by no policy of the entity. */
                policyId: string | null;
                required: boolean;
                steps: {
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    at: string;
                    by: string | null;
                    decision: string;
                }[];
                stepsGiven: number;
                /** @description So many different clients must approve. */
                stepsRequired: number;
            };
            batchId: string | null;
            beneficiaryId: string | null;
            /** @description A beneficiary, as it was. */
            beneficiarySnapshot: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            chargeBearer: "SHA" | "OUR" | "BEN";
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            cutOffAt: string;
            documents?: {
                reference: string;
                type: string;
                url?: string;
            }[];
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            endToEndId: string;
            entityId: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            expectedArrival: string;
            fee: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
            /** @description Where the money is of a payment that did not reach its payee: OnAccount, on the account; InTrade, still to be delivered by the trade that buys it; InSuspense, kept by us because the account is closed. The actions are what you can do with it; nextAction of statusReason names their calls. Null where no money was moved or bought. */
            funds: {
                accountId: string;
                actions: ("PayAgain" | "SellBack" | "CancelTrade" | "CloseOutTrade" | "CancelDrawdown")[];
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @enum {string} */
                state: "OnAccount" | "InTrade" | "InSuspense";
            } | null;
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                by: string;
                reason: string | null;
                /** @enum {string} */
                status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
            }[];
            /**
             * @description Handling of a payment that misses its date because a review or its trade took longer: sent on the next possible day (default) or rejected.
             * @enum {string}
             */
            ifDateMissed?: "NextBusinessDay" | "Reject";
            invoice?: {
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                date?: string;
                number: string;
            };
            /** @description ISO 20022 status, as open banking shows it. */
            isoStatus: string;
            /** @description Yours; shown again, never sent on. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Receive a payment advice when the payment has been sent. Rejected where no mail server is configured. */
            notifyEmails?: string[];
            /** @description Name, account and bank of the payee in full: as paid, or before release as it would be paid now. An approval is for exactly these details. */
            payee: {
                [key: string]: unknown;
            } | null;
            payer?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            /**
             * Format: date
             * @example 2026-11-24
             */
            paymentDate: string;
            paymentId: string;
            purposeCode: string | null;
            /** @enum {string} */
            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
            reason: string | null;
            /** @description The request to have it back, if one was made. */
            recall: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                answeredAt: string | null;
                answerReason: string | null;
                note: string | null;
                reason: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                requestedAt: string;
                requestedBy: string;
                /** @enum {string} */
                status: "Requested" | "Accepted" | "Refused";
            } | null;
            reference: string;
            regulatoryReporting?: {
                code?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                details?: string[];
            };
            remittance?: {
                structured?: {
                    /** @description ISO 11649 (RF…) or a national reference. */
                    creditorReference?: string;
                    /**
                     * @description Decimal string, at most the decimals of the currency.
                     * @example 1250.00
                     */
                    invoiceAmount?: string;
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    invoiceDate?: string;
                    invoiceNumber?: string;
                };
                unstructured?: string;
            };
            returned: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                reason: string | null;
            } | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            scheduledFor: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            sentAt: string | null;
            /** @enum {string} */
            speed: "Normal" | "Urgent" | "Instant";
            /** @enum {string} */
            status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
            statusReason: {
                code: string;
                message: string;
                nextAction: string;
            } | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            submittedAt: string | null;
            tradeId: string | null;
            /** @description Names the payment to every bank on its way. */
            uetr: string;
            ultimateCreditor?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            ultimateDebtor?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            verificationId: string | null;
            version: number;
            /** @description Values changed before sending; only in the response to creating the payment. */
            warnings?: {
                code: string;
                message: string;
                pointer: string;
                /** @description Text as sent to the payee’s bank. */
                sent?: string;
            }[];
        };
        PaymentOptions: {
            country: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            items: {
                /** @enum {string} */
                chargeBearer: "SHA" | "OUR" | "BEN";
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                cutOffAt: string;
                cutOffLocal: {
                    time: string;
                    zone: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                executionDate: string;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                expectedArrival: string;
                fee: {
                    /** @example 1250.00 */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                };
                /** @description True for the option used when a payment names neither speed nor charge bearer. */
                isDefault: boolean;
                /** @example 1250.00 */
                maxAmount: string | null;
                /** @enum {string} */
                rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                /** @enum {string} */
                speed: "Normal" | "Urgent" | "Instant";
            }[];
        };
        PaymentOrder: {
            /** @description Id of the account that pays. */
            accountId: string;
            /**
             * @description Decimal string, at most the decimals of the currency.
             * @example 1250.00
             */
            amount: string;
            /** @description Id of a saved payee. */
            beneficiaryId?: string;
            /**
             * @description Absent: as the entity’s settings say.
             * @enum {string}
             */
            chargeBearer?: "SHA" | "OUR" | "BEN";
            clientReference?: string;
            creditorAccount?: {
                accountNumber?: string;
                /** @enum {string} */
                accountType?: "Checking" | "Savings";
                address: {
                    /** @description Banks refuse a payment whose payee has no town of its own. */
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1?: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                bankAddress?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                bankCountryCode: string;
                bankName?: string;
                /** @example DEUTDEFF */
                bic?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                countryCode: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                defaultPurposeCode?: string;
                defaultReference?: string;
                email?: string;
                /** @description The entity's own account at another bank. */
                firstParty?: boolean;
                /** @example DE89370400440532013000 */
                iban?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    /** @enum {string} */
                    type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                    value: string;
                };
                intermediary?: {
                    account?: string;
                    bic: string;
                };
                /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
                localName?: string;
                /** @example Acme Trading Ltd */
                name: string;
                nickname?: string;
                routingCodes?: {
                    /** @enum {string} */
                    type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                    value: string;
                }[];
                save?: boolean;
                /**
                 * @description Additional account reference: the roll number of a British building society account.
                 * @example 1234/567 890
                 */
                secondaryReference?: string;
                taxId?: string;
                /**
                 * @description Company when absent.
                 * @enum {string}
                 */
                type?: "Individual" | "Company";
            };
            /** @description Id of a saved payee; another name of beneficiaryId. */
            creditorAccountId?: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            documents?: {
                reference: string;
                type: string;
                url?: string;
            }[];
            /**
             * @description Handling of a payment that misses its date because a review or its trade took longer: sent on the next possible day (default) or rejected.
             * @enum {string}
             */
            ifDateMissed?: "NextBusinessDay" | "Reject";
            invoice?: {
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                date?: string;
                number: string;
            };
            /** @description Yours; shown again, never sent on. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Receive a payment advice when the payment has been sent. Rejected where no mail server is configured. */
            notifyEmails?: string[];
            payer?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            /**
             * Format: date
             * @example 2026-11-24
             */
            paymentDate: string;
            purposeCode?: string;
            /**
             * @description One of those that GET /v1/payments/options lists for the payment, for example Chaps for a small amount in GBP. Absent: the first that offers the speed and carries the amount.
             * @enum {string}
             */
            rail?: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
            reason?: string;
            /** @description Shown to the payee. Some rails carry less: FPS 18 characters. */
            reference: string;
            regulatoryReporting?: {
                code?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                details?: string[];
            };
            remittance?: {
                structured?: {
                    /** @description ISO 11649 (RF…) or a national reference. */
                    creditorReference?: string;
                    /**
                     * @description Decimal string, at most the decimals of the currency.
                     * @example 1250.00
                     */
                    invoiceAmount?: string;
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    invoiceDate?: string;
                    invoiceNumber?: string;
                };
                unstructured?: string;
            };
            /**
             * @description Absent: Normal.
             * @enum {string}
             */
            speed?: "Normal" | "Urgent" | "Instant";
            /** @description Id of the trade whose proceeds are paid out. */
            tradeId?: string;
            ultimateCreditor?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            ultimateDebtor?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            /** @description Id of a verification of payee. */
            verificationId?: string;
        };
        /** @description Success, or the answer of a dry run. */
        PaymentOrDryRun: {
            accountId: string;
            allowedActions: ("Cancel" | "Approve" | "Reject" | "RecallApproval" | "RequestApproval" | "RequestRecall")[];
            /** @example 1250.00 */
            amount: string;
            approval: {
                /** @description Clients that cannot approve now; all other clients of the entity with the scope and the role can. null: no approval is required. */
                approvers: {
                    /** @description The client that made it, and clients that have approved it. */
                    except: string[];
                    role: string;
                    scope: string;
                } | null;
                /** @description Whether the asking client may approve it now. */
                canApprove: boolean;
                /** @description null: asked for by no policy of the entity. */
                policyId: string | null;
                required: boolean;
                steps: {
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC.
                     * @example 2026-11-20T12:00:00.000Z
                     */
                    at: string;
                    by: string | null;
                    decision: string;
                }[];
                stepsGiven: number;
                /** @description So many different clients must approve. */
                stepsRequired: number;
            };
            batchId: string | null;
            beneficiaryId: string | null;
            /** @description A beneficiary, as it was. */
            beneficiarySnapshot: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            chargeBearer: "SHA" | "OUR" | "BEN";
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            cutOffAt: string;
            documents?: {
                reference: string;
                type: string;
                url?: string;
            }[];
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            endToEndId: string;
            entityId: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            expectedArrival: string;
            fee: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
            /** @description Where the money is of a payment that did not reach its payee: OnAccount, on the account; InTrade, still to be delivered by the trade that buys it; InSuspense, kept by us because the account is closed. The actions are what you can do with it; nextAction of statusReason names their calls. Null where no money was moved or bought. */
            funds: {
                accountId: string;
                actions: ("PayAgain" | "SellBack" | "CancelTrade" | "CloseOutTrade" | "CancelDrawdown")[];
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @enum {string} */
                state: "OnAccount" | "InTrade" | "InSuspense";
            } | null;
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                by: string;
                reason: string | null;
                /** @enum {string} */
                status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
            }[];
            /**
             * @description Handling of a payment that misses its date because a review or its trade took longer: sent on the next possible day (default) or rejected.
             * @enum {string}
             */
            ifDateMissed?: "NextBusinessDay" | "Reject";
            invoice?: {
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                date?: string;
                number: string;
            };
            /** @description ISO 20022 status, as open banking shows it. */
            isoStatus: string;
            /** @description Yours; shown again, never sent on. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Receive a payment advice when the payment has been sent. Rejected where no mail server is configured. */
            notifyEmails?: string[];
            /** @description Name, account and bank of the payee in full: as paid, or before release as it would be paid now. An approval is for exactly these details. */
            payee: {
                [key: string]: unknown;
            } | null;
            payer?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            /**
             * Format: date
             * @example 2026-11-24
             */
            paymentDate: string;
            paymentId: string;
            purposeCode: string | null;
            /** @enum {string} */
            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
            reason: string | null;
            /** @description The request to have it back, if one was made. */
            recall: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                answeredAt: string | null;
                answerReason: string | null;
                note: string | null;
                reason: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                requestedAt: string;
                requestedBy: string;
                /** @enum {string} */
                status: "Requested" | "Accepted" | "Refused";
            } | null;
            reference: string;
            regulatoryReporting?: {
                code?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                details?: string[];
            };
            remittance?: {
                structured?: {
                    /** @description ISO 11649 (RF…) or a national reference. */
                    creditorReference?: string;
                    /**
                     * @description Decimal string, at most the decimals of the currency.
                     * @example 1250.00
                     */
                    invoiceAmount?: string;
                    /**
                     * Format: date
                     * @example 2026-11-24
                     */
                    invoiceDate?: string;
                    invoiceNumber?: string;
                };
                unstructured?: string;
            };
            returned: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                reason: string | null;
            } | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            scheduledFor: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            sentAt: string | null;
            /** @enum {string} */
            speed: "Normal" | "Urgent" | "Instant";
            /** @enum {string} */
            status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
            statusReason: {
                code: string;
                message: string;
                nextAction: string;
            } | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            submittedAt: string | null;
            tradeId: string | null;
            /** @description Names the payment to every bank on its way. */
            uetr: string;
            ultimateCreditor?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            ultimateDebtor?: {
                accountNumber?: string;
                address?: {
                    city: string;
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    countryCode: string;
                    line1: string;
                    line2?: string;
                    postCode?: string;
                    region?: string;
                };
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                dateOfBirth?: string;
                identification?: {
                    /**
                     * @description ISO 3166-1 alpha-2 code.
                     * @example DE
                     */
                    country?: string;
                    type: string;
                    value: string;
                };
                lei?: string;
                name: string;
                placeOfBirth?: string;
                /** @enum {string} */
                type?: "Individual" | "Company";
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            verificationId: string | null;
            version: number;
            /** @description Values changed before sending; only in the response to creating the payment. */
            warnings?: {
                code: string;
                message: string;
                pointer: string;
                /** @description Text as sent to the payee’s bank. */
                sent?: string;
            }[];
        };
        PaymentPage: {
            data: components["schemas"]["Payment"][];
            nextCursor: string | null;
        };
        PaymentPurposes: {
            items: {
                appliesTo: {
                    payeeTypes: string[];
                    payerTypes: string[];
                };
                code: string;
                description: string;
                required: boolean;
            }[];
            listId: string | null;
            required: boolean;
        };
        PaymentTracking: {
            /**
             * Format: date-time
             * @description When the payee’s bank reported the payee as credited (ACCC); null while it has not, and after a return.
             */
            creditedAt: string | null;
            events: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                charges: {
                    /** @example 1250.00 */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                } | null;
                from: string;
                isoStatus: string;
                reason: string | null;
                /** @enum {string} */
                status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
                to: string;
            }[];
            paymentId: string;
            recall: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                answeredAt: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                requestedAt: string;
                status: string;
            } | null;
            /** @enum {string} */
            status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
            uetr: string;
        };
        PaymentValidation: {
            approval: {
                policyId: string | null;
                required: boolean;
                stepsRequired: number;
            };
            errors: {
                code: string;
                message: string;
                params?: {
                    [key: string]: unknown;
                };
                pointer: string;
            }[];
            normalised: {
                [key: string]: unknown;
            } | null;
            purposeCode: {
                options: string[];
                required: boolean;
            };
            /** @description Rail and fee as far as they are known, even if the payment has other errors. */
            route: {
                /** @enum {string} */
                chargeBearer: "SHA" | "OUR" | "BEN";
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                cutOffAt: string | null;
                /**
                 * Format: date
                 * @description null where the payment date cannot be used.
                 * @example 2026-11-24
                 */
                executionDate: string | null;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                expectedArrival: string | null;
                fee: {
                    /** @example 1250.00 */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                };
                /** @enum {string} */
                rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
            } | null;
            valid: boolean;
            verification: {
                reason: string | null;
                required: boolean;
            };
            warnings: {
                code: string;
                message: string;
                pointer: string;
                /** @description Text as sent to the payee’s bank. */
                sent?: string;
            }[];
        };
        Problem: {
            code: string;
            detail: string;
            errors: {
                code: string;
                message: string;
                params?: {
                    [key: string]: unknown;
                };
                pointer: string;
            }[];
            params?: {
                [key: string]: unknown;
            };
            requestId: string;
            retryable: boolean;
            status: number;
            title: string;
            type: string;
        };
        QuoteForwardAmendmentRequest: {
            /**
             * @description The part that is meant; absent: all that is left. Needed for Split.
             * @example 1250.00
             */
            amount?: string;
            /**
             * @description Currency of the amount. Default: the buy currency.
             * @example EUR
             */
            currency?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            newValueDate?: string;
            /** @enum {string} */
            type: "Extend" | "BringForward" | "CloseOut" | "Split";
        };
        QuoteForwardRequest: {
            /**
             * Format: date
             * @description First drawable day; needed for Window and Variable.
             * @example 2026-11-24
             */
            accessDate?: string;
            /**
             * @description Decimal string, at most the decimals of the currency.
             * @example 1250.00
             */
            amount: string;
            /** @description Id of the account that is credited; the default account of its currency when absent. */
            buyAccountId?: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @description Id of the credit term; the first that fits when absent. */
            creditTermId?: string;
            /** @description Id of the beneficiary of drawdown payments that name none. */
            defaultBeneficiaryId?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /**
             * @description The side whose amount is fixed and stays exact.
             * @enum {string}
             */
            fixedSide: "Buy" | "Sell";
            /**
             * @description When it can be drawn: Fixed on the value date; Window and Variable from the access date to the value date; Open on any day from spot to the value date.
             * @enum {string}
             */
            forwardType?: "Fixed" | "Window" | "Open" | "Variable";
            /**
             * @description Side whose currency the margin is paid in. Default: Sell.
             * @enum {string}
             */
            marginSide?: "Buy" | "Sell";
            /**
             * @description GET /v1/fx/trades/forwards/reasons lists them.
             * @enum {string}
             */
            reason?: "Goods" | "Services" | "IntergroupPayments" | "DividendsShareClasses" | "AssetHedging" | "DebtHedging" | "Commodities" | "Capex" | "Investment" | "DirectInvestment" | "InjectingCapitalIntoSubsidiary" | "Divestment" | "Exits" | "InfrastructureHedging" | "ManagementFees" | "Payroll" | "Property" | "Taxes";
            /** @description Id of the account that is debited; the default account of its currency when absent. */
            sellAccountId?: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /**
             * Format: date
             * @description The day by which all is drawn. Absent: spot, for a fixed forward only.
             * @example 2026-11-24
             */
            valueDate?: string | null;
        };
        QuoteSpotAmendmentRequest: {
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /**
             * Format: date
             * @description Required for Move: a spot value date that can be dealt now.
             * @example 2026-11-24
             */
            newValueDate?: string;
            /** @enum {string} */
            type: "Cancel" | "CloseOut" | "Move";
        };
        QuoteSpotRequest: {
            /**
             * @description Decimal string, at most the decimals of the currency.
             * @example 1250.00
             */
            amount: string;
            /** @description Id of the account that is credited; the default account of its currency when absent. */
            buyAccountId?: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /**
             * @description The side whose amount is fixed and stays exact.
             * @enum {string}
             */
            fixedSide: "Buy" | "Sell";
            /** @description Id of the account that is debited; the default account of its currency when absent. */
            sellAccountId?: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate?: string | null;
        };
        RateEstimate: {
            /**
             * Format: date-time
             * @description When the market last gave this rate; old while it is closed.
             * @example 2026-11-20T12:00:00.000Z
             */
            asOf: string;
            /** @enum {boolean} */
            bookable: false;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * @description The side whose amount is fixed and stays exact.
             * @enum {string}
             */
            fixedSide: "Buy" | "Sell";
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            indicativeRate: string;
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            mid: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /**
             * @description T0, T1, T2, or of a forward the tenor that prices it.
             * @example T2
             * @example 3M
             */
            tenor: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        RecallPaymentRequest: {
            note?: string;
            /**
             * @description CUST: on request (when absent). DUPL: paid twice. TECH: a technical mistake. FRAD: fraud. AC03: wrong account. AM09: wrong amount. UPAY: paid without cause.
             * @enum {string}
             */
            reason?: "CUST" | "DUPL" | "TECH" | "FRAD" | "AC03" | "AM09" | "UPAY";
        };
        Release: {
            changes: components["schemas"]["Change"][];
            /**
             * Format: date
             * @example 2026-11-24
             */
            releasedOn: string | null;
            /** @description Markdown. */
            summary: string | null;
            /** @description `Unreleased`: changes that no version contains yet. */
            version: string;
        };
        ReplaceBeneficiaryRequest: {
            /** @description Id of an account of the entity. */
            accountId?: string;
            accountNumber?: string;
            /** @enum {string} */
            accountType?: "Checking" | "Savings";
            address: {
                /** @description Banks refuse a payment whose payee has no town of its own. */
                city: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                countryCode: string;
                line1?: string;
                line2?: string;
                postCode?: string;
                region?: string;
            };
            bankAddress?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            bankCountryCode: string;
            bankName?: string;
            /** @example DEUTDEFF */
            bic?: string;
            /** @description Unique for ever; cannot be changed. */
            clientReference?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            countryCode: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            dateOfBirth?: string;
            defaultPurposeCode?: string;
            defaultReference?: string;
            email?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description Unique among the beneficiaries that are not deleted. */
            externalReference?: string;
            /** @description The entity's own account at another bank. */
            firstParty?: boolean;
            /** @example DE89370400440532013000 */
            iban?: string;
            identification?: {
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                /** @enum {string} */
                type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                value: string;
            };
            intermediary?: {
                account?: string;
                bic: string;
            };
            /** @description Default beneficiary of its currency; setting another one replaces it. */
            isDefaultForCurrency?: boolean;
            /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
            localName?: string;
            /** @example Acme Trading Ltd */
            name: string;
            nickname?: string;
            routingCodes?: {
                /** @enum {string} */
                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                value: string;
            }[];
            /**
             * @description Additional account reference: the roll number of a British building society account.
             * @example 1234/567 890
             */
            secondaryReference?: string;
            taxId?: string;
            /**
             * @description Company when absent.
             * @enum {string}
             */
            type?: "Individual" | "Company";
        };
        ReplayWebhookEventsRequest: {
            /** @description Sequence of the first event that is sent again. Later ones follow, those of other types excepted. */
            fromSequence: number;
        };
        ResetSandboxRequest: Record<string, never>;
        /** @description Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form. */
        RevokeTokenRequest: {
            /** @description JWT signed with the key of the client (private_key_jwt, RFC 7523). */
            client_assertion?: string;
            /** @description urn:ietf:params:oauth:client-assertion-type:jwt-bearer */
            client_assertion_type?: string;
            /** @description Required with client_secret, unless you use HTTP Basic. */
            client_id?: string;
            /** @description A live secret of the client. */
            client_secret?: string;
            token: string;
            /** @description access_token; not needed. */
            token_type_hint?: string;
        };
        RunMarginRequest: {
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
        };
        SandboxReset: {
            credentialsKept: boolean;
            message: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            now: string;
        };
        ServiceStatus: {
            status: string;
        };
        SettleMarginCallRequest: {
            /** @description Id of the account that pays, in the currency of the call. */
            accountId: string;
            /**
             * @description Default: the outstanding amount.
             * @example 1250.00
             */
            amount?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
        };
        SettleTradeRequest: Record<string, never>;
        /** @description Rate shocks, a proposed forward, or both. */
        SimulateCreditRequest: {
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            shocks?: {
                /** @example EUR/USD */
                currencyPair: string;
                /**
                 * @description Percent, with its sign.
                 * @example -5
                 */
                percent: string;
            }[];
            trade?: {
                /**
                 * @description Decimal string, at most the decimals of the currency.
                 * @example 1250.00
                 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                buyCurrency: string;
                /** @enum {string} */
                fixedSide: "Buy" | "Sell";
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                sellCurrency: string;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                valueDate?: string;
            };
        };
        SimulatedPayee: {
            accountNumber: string | null;
            iban: string | null;
            name: string;
            sortCode: string | null;
            /** @enum {string} */
            state: "Open" | "Closed" | "Switched" | "OptedOut" | "Unresponsive";
            /** @enum {string|null} */
            type: "Individual" | "Company" | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
        };
        SpotAmendment: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            bookedAt: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @enum {string} */
            chargeOrCredit: "Charge" | "Credit";
            closeOut: components["schemas"]["Trade"];
            closeOutTradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The rate at which the trade is closed. */
            nearRate: string;
            /** @example 1250.00 */
            newBuyAmount: string | null;
            /** @description Rate of the continuing trade; null without one. */
            newRate: string | null;
            /** @example 1250.00 */
            newSellAmount: string | null;
            newTrade: components["schemas"]["Trade"] | null;
            newTradeId: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            newValueDate: string | null;
            quoteId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /**
             * @description Paid in cash: a charge at once, a credit on the value date.
             * @example 1250.00
             */
            settlementAmount: string;
            /** @description Pips of the market between the old and the new value date. */
            swapPoints: string;
            trade: components["schemas"]["Trade"];
            tradeId: string;
            /** @enum {string} */
            type: "Cancel" | "CloseOut" | "Move";
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        SpotAmendmentDryRun: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            bookedAt: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @enum {string} */
            chargeOrCredit: "Charge" | "Credit";
            closeOut: components["schemas"]["Trade"];
            closeOutTradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The rate at which the trade is closed. */
            nearRate: string;
            /** @example 1250.00 */
            newBuyAmount: string | null;
            /** @description Rate of the continuing trade; null without one. */
            newRate: string | null;
            /** @example 1250.00 */
            newSellAmount: string | null;
            newTrade: components["schemas"]["Trade"] | null;
            newTradeId: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            newValueDate: string | null;
            quoteId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /**
             * @description Paid in cash: a charge at once, a credit on the value date.
             * @example 1250.00
             */
            settlementAmount: string;
            /** @description Pips of the market between the old and the new value date. */
            swapPoints: string;
            trade: components["schemas"]["Trade"];
            tradeId: string;
            /** @enum {string} */
            type: "Cancel" | "CloseOut" | "Move";
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        SpotAmendmentQuote: {
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @enum {string} */
            chargeOrCredit: "Charge" | "Credit";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The rate at which the trade is closed. */
            nearRate: string;
            /** @example 1250.00 */
            newBuyAmount: string | null;
            /** @description Rate of the continuing trade; null without one. */
            newRate: string | null;
            /** @example 1250.00 */
            newSellAmount: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            newValueDate: string | null;
            quoteId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /**
             * @description Paid in cash: a charge at once, a credit on the value date.
             * @example 1250.00
             */
            settlementAmount: string;
            /** @description Pips of the market between the old and the new value date. */
            swapPoints: string;
            tradeId: string;
            /** @enum {string} */
            type: "Cancel" | "CloseOut" | "Move";
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        SpotAmendmentQuoteDryRun: {
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @enum {string} */
            chargeOrCredit: "Charge" | "Credit";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The rate at which the trade is closed. */
            nearRate: string;
            /** @example 1250.00 */
            newBuyAmount: string | null;
            /** @description Rate of the continuing trade; null without one. */
            newRate: string | null;
            /** @example 1250.00 */
            newSellAmount: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            newValueDate: string | null;
            quoteId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /**
             * @description Paid in cash: a charge at once, a credit on the value date.
             * @example 1250.00
             */
            settlementAmount: string;
            /** @description Pips of the market between the old and the new value date. */
            swapPoints: string;
            tradeId: string;
            /** @enum {string} */
            type: "Cancel" | "CloseOut" | "Move";
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        SpotQuote: {
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            entityId: string;
            /**
             * Format: date-time
             * @description A booking must be received before this instant.
             */
            expiresAt: string;
            /**
             * @description The side whose amount is fixed and stays exact.
             * @enum {string}
             */
            fixedSide: "Buy" | "Sell";
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Spot";
            limits: {
                /** @description Available balance of the sell account in the sell currency. */
                availableBalance: string;
                /** @description Currency of remainingDaily and maxTradeSize. */
                currency: string;
                /** @example 1250.00 */
                maxTradeSize: string;
                /** @example 1250.00 */
                remainingDaily: string;
            };
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
            };
            quoteId: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            /** @enum {string} */
            status: "Active" | "Booked" | "Expired";
            /** @enum {string} */
            tenor: "T0" | "T1" | "T2";
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        SpotValueDates: {
            /** @example EUR/USD */
            currencyPair: string;
            dates: {
                available: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                cutOffAt: string | null;
                cutOffLocal: {
                    /** @example 13:50 */
                    time: string;
                    /** @example Europe/Berlin */
                    zone: string;
                } | null;
                /**
                 * Format: date
                 * @example 2026-11-24
                 */
                date: string;
                reasons: {
                    /** @enum {string} */
                    code: "Weekend" | "BankHoliday" | "CutOffPassed" | "MarketClosed" | "NotSupported";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string | null;
                    /** @description true: the holiday is calculated, no authority has announced it yet. */
                    expected?: boolean;
                    name: string;
                }[];
                /** @enum {string|null} */
                tenor: "T0" | "T1" | "T2" | null;
            }[];
            /**
             * Format: date
             * @example 2026-11-24
             */
            spotDate: string;
        };
        Statement: {
            accountId: string;
            /** @example 1250.00 */
            closingBalance: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /** @description SHA-256 in hex over lines of text, each a JSON array and a line feed. First [statementId, accountId, statementFromDate, statementToDate, sequenceNumber, currency, openingBalance, closingBalance, credits, creditCount, debits, debitCount]; then for each transaction [transactionId, bookedAt, valueDate, creditOrDebit, amount, runningBalance, type, reference, endToEndId, counterparty name, counterparty iban or accountNumber]. Missing values are null. */
            digest: string;
            interim: boolean;
            /** @example 1250.00 */
            openingBalance: string;
            /** @enum {string|null} */
            period: "Month" | "Day" | null;
            /** @example 2026-M-0011 */
            reference: string | null;
            /** @description Number without gaps per account, period and year. */
            sequenceNumber: number | null;
            statementFromDate: string;
            /** @description Null: an interim statement, which is not stored. */
            statementId: string | null;
            statementToDate: string;
            totals: {
                creditCount: number;
                /** @example 1250.00 */
                credits: string;
                debitCount: number;
                /** @example 1250.00 */
                debits: string;
                /**
                 * @description Part of the debits.
                 * @example 5.00
                 */
                fees: string;
            };
            /** @description Booked ones, oldest first. */
            transactions: components["schemas"]["Transaction"][];
        };
        StatementSummary: {
            accountId: string;
            /** @example 1250.00 */
            closingBalance: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /** @description SHA-256 in hex over lines of text, each a JSON array and a line feed. First [statementId, accountId, statementFromDate, statementToDate, sequenceNumber, currency, openingBalance, closingBalance, credits, creditCount, debits, debitCount]; then for each transaction [transactionId, bookedAt, valueDate, creditOrDebit, amount, runningBalance, type, reference, endToEndId, counterparty name, counterparty iban or accountNumber]. Missing values are null. */
            digest: string;
            interim: boolean;
            /** @example 1250.00 */
            openingBalance: string;
            /** @enum {string|null} */
            period: "Month" | "Day" | null;
            /** @example 2026-M-0011 */
            reference: string | null;
            /** @description Number without gaps per account, period and year. */
            sequenceNumber: number | null;
            statementFromDate: string;
            /** @description Null: an interim statement, which is not stored. */
            statementId: string | null;
            statementToDate: string;
            totals: {
                creditCount: number;
                /** @example 1250.00 */
                credits: string;
                debitCount: number;
                /** @example 1250.00 */
                debits: string;
                /**
                 * @description Part of the debits.
                 * @example 5.00
                 */
                fees: string;
            };
        };
        StatementSummaryPage: {
            data: components["schemas"]["StatementSummary"][];
            nextCursor: string | null;
        };
        Token: {
            access_token: string;
            /**
             * @description Seconds of wall time.
             * @example 3600
             */
            expires_in: number;
            /** @description Granted scopes. */
            scope: string;
            /** @enum {string} */
            token_type: "Bearer";
        };
        TokenIntrospection: {
            active: boolean;
            client_id?: string;
            /** @description The entities that the token can be used for. */
            entity_ids?: string[];
            exp?: number;
            iat?: number;
            iss?: string;
            scope?: string;
            /** @description The entity that the client was created for. */
            sub?: string;
            token_type?: string;
        };
        Trade: {
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /** @description null until the confirmation is first asked for. */
            confirmationDocumentId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            entityId: string;
            /** @enum {string} */
            fixedSide: "Buy" | "Sell";
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                /** @description client, system or operator. */
                by: string;
                reason: string | null;
                status: string;
            }[];
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
            parentTradeId: string | null;
            paymentIds: string[];
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
            };
            quoteId: string | null;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            settlement: {
                /** @description The code of the refusal that stopped the settlement. */
                failureReason: string | null;
                /** @description True once the sell amount is held or debited. */
                funded: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                fundedAt: string | null;
                /** @description Cash amount of a close-out, paid instead of the two amounts. */
                net: {
                    /** @example 1250.00 */
                    amount: string;
                    /** @enum {string} */
                    chargeOrCredit: "Charge" | "Credit";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                } | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                settledAt: string | null;
            };
            /** @description PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected */
            status: string;
            subtype: string | null;
            tenor: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            tradeDate: string;
            tradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        TradeApproval: {
            /** @description Clients that cannot approve now; all other clients of the entity with the scope and the role can. null: no approval is required. */
            approvers: {
                /** @description The client that made it, and clients that have approved it. */
                except: string[];
                role: string;
                scope: string;
            } | null;
            /** @description Whether the asking client may approve it now. */
            canApprove: boolean;
            /**
             * Format: date-time
             * @description The deal is called off if it has not been approved by then.
             * @example 2026-11-20T12:00:00.000Z
             */
            lapsesAt: string | null;
            /** @description null: asked for by no policy of the entity. */
            policyId: string | null;
            required: boolean;
            steps: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                by: string | null;
                decision: string;
            }[];
            stepsGiven: number;
            /** @description So many different clients must approve. */
            stepsRequired: number;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        TradeDryRun: {
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /** @description null until the confirmation is first asked for. */
            confirmationDocumentId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            entityId: string;
            /** @enum {string} */
            fixedSide: "Buy" | "Sell";
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                /** @description client, system or operator. */
                by: string;
                reason: string | null;
                status: string;
            }[];
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
            parentTradeId: string | null;
            paymentIds: string[];
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
            };
            quoteId: string | null;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            settlement: {
                /** @description The code of the refusal that stopped the settlement. */
                failureReason: string | null;
                /** @description True once the sell amount is held or debited. */
                funded: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                fundedAt: string | null;
                /** @description Cash amount of a close-out, paid instead of the two amounts. */
                net: {
                    /** @example 1250.00 */
                    amount: string;
                    /** @enum {string} */
                    chargeOrCredit: "Charge" | "Credit";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                } | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                settledAt: string | null;
            };
            /** @description PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected */
            status: string;
            subtype: string | null;
            tenor: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            tradeDate: string;
            tradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        TradeMtm: {
            /**
             * Format: date
             * @example 2026-11-24
             */
            accessDate: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            asAt: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            /** @description Percent that it may still go against the client before the next call; null: netted. */
            callDistance: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            clientBuys: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            contractRate: string;
            /** @description mtmCurrency per unit of quoteCurrency, spot middle. */
            conversionRate: string;
            currencyPair: string;
            /**
             * @description LastKnownDate: the holidays of a currency of the pair are not known far enough ahead to date the deal, so it is valued at the spot price for the last known business day.
             * @enum {string}
             */
            datedBy: "Calendar" | "LastKnownDate";
            /** @description Discount factor of the counter currency from the value date to today. */
            discountFactor: string;
            facilityId: string;
            /** @description Pips from spot to the date priced. */
            forwardPoints: string;
            initialMarginHeld: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
            /** @description Forward rate for a close-out, without mark-up. */
            marketForwardRate: string;
            /** @description Discounted; negative when the client would lose by leaving the deal. */
            mtm: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            mtmCurrency: string;
            /** @description Percent, four decimals; negative is against the client. */
            mtmPercentOfNotional: string;
            /** @description Undiscounted close-out value in the counter currency. */
            mtmQuote: string;
            /** @example 1250.00 */
            mtmUndiscounted: string;
            /** @description Outstanding base amount, converted into mtmCurrency. */
            notional: string;
            /** @example 1250.00 */
            outstandingBuyAmount: string;
            /** @example 1250.00 */
            outstandingSellAmount: string;
            /**
             * Format: date
             * @description The valuation date: the value date of a fixed forward; otherwise the day it was priced for, not before the spot date.
             */
            pricedAtDate: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            quoteCurrency: string;
            /** @description Percent, four decimals; negative is against the client. */
            rateMovePercent: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            snapshotId: string;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            spotRate: string;
            tradeId: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
            variationMarginHeld: {
                /** @example 1250.00 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
        };
        TradeMtmList: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            asAt: string;
            data: components["schemas"]["TradeMtm"][];
            nextCursor: string | null;
            snapshotId: string;
            /** @description Totals by currency over all trades of the list, including other pages. */
            totals: {
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @example 1250.00 */
                mtm: string;
                /** @example 1250.00 */
                mtmUndiscounted: string;
                /** @example 1250.00 */
                notional: string;
                tradeCount: number;
            }[];
        };
        /** @description Success, or the answer of a dry run. */
        TradeOrDryRun: {
            buyAccountId: string;
            /** @example 1250.00 */
            buyAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            buyCurrency: string;
            clientReference: string | null;
            /** @description null until the confirmation is first asked for. */
            confirmationDocumentId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            /** @example EUR/USD */
            currencyPair: string;
            /**
             * Format: date-time
             * @description Time by which the sell amount must be in the sell account: the cut-off of the value date.
             */
            cutOffAt: string;
            /** @description The same in the clock of the currency whose cut-off is the earlier. */
            cutOffLocal: {
                /** @example 13:50 */
                time: string;
                /** @example Europe/Berlin */
                zone: string;
            };
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            entityId: string;
            /** @enum {string} */
            fixedSide: "Buy" | "Sell";
            history: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at: string;
                /** @description client, system or operator. */
                by: string;
                reason: string | null;
                status: string;
            }[];
            /** @description Inverse of the rate, for display only. */
            inverseRate: string;
            /** @enum {string} */
            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
            parentTradeId: string | null;
            paymentIds: string[];
            price: {
                /** @example 1250.00 */
                costInSellCurrency: string;
                fees: string[];
                /** @description Forward points in pips; negative if the forward rate is below spot. */
                forwardPoints: string;
                /** @description How much worse than mid the rate is for the client; negative when it is better. */
                margin: string;
                /** @description The margin as a percentage of mid. */
                marginPercent: string;
                /**
                 * @description Counter currency per unit of base.
                 * @example 1.16546
                 */
                mid: string;
            };
            quoteId: string | null;
            /**
             * @description Counter currency per unit of base.
             * @example 1.16546
             */
            rate: string;
            sellAccountId: string;
            /** @example 1250.00 */
            sellAmount: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            sellCurrency: string;
            settlement: {
                /** @description The code of the refusal that stopped the settlement. */
                failureReason: string | null;
                /** @description True once the sell amount is held or debited. */
                funded: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                fundedAt: string | null;
                /** @description Cash amount of a close-out, paid instead of the two amounts. */
                net: {
                    /** @example 1250.00 */
                    amount: string;
                    /** @enum {string} */
                    chargeOrCredit: "Charge" | "Credit";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                } | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                settledAt: string | null;
            };
            /** @description PendingApproval, QueuedForOpen, Executed, Booked, AwaitingInitialMargin, Open, PartiallyDrawn, FullyDrawn, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut, Extended, Rejected */
            status: string;
            subtype: string | null;
            tenor: string | null;
            /**
             * Format: date
             * @example 2026-11-24
             */
            tradeDate: string;
            tradeId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            valueDate: string;
        };
        TradePage: {
            data: components["schemas"]["Trade"][];
            nextCursor: string | null;
        };
        Transaction: {
            accountId: string;
            /**
             * @description Unsigned amount; creditOrDebit gives the direction.
             * @example 1250.00
             */
            amount: string;
            bankTransactionCode: {
                domain: string;
                family: string;
                proprietary: string;
                subFamily: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            bookedAt: string | null;
            counterparty: {
                accountNumber: string | null;
                address: string | null;
                bic: string | null;
                country: string | null;
                iban: string | null;
                name: string | null;
            } | null;
            /** @enum {string} */
            creditOrDebit: "Credit" | "Debit";
            /** @description Reference of the bill paid by an outgoing payment (ISO 11649 or the payee’s own). */
            creditorReference: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            description: string | null;
            endToEndId: string | null;
            entityId: string;
            exchange: {
                /** @example 1250.00 */
                buyAmount: string;
                pair: string;
                rate: string;
                /** @example 1250.00 */
                sellAmount: string;
            } | null;
            reference: string | null;
            related: {
                clientReference: string | null;
                id: string;
                type: string;
            } | null;
            /** @example 1250.00 */
            runningBalance: string | null;
            /** @enum {string} */
            status: "Pending" | "Booked" | "Reversed";
            transactionId: string;
            /** @enum {string} */
            type: "Deposit" | "Payment" | "PaymentReturn" | "PaymentFee" | "FxSettlement" | "Drawdown" | "InternalTransfer" | "MarginPosted" | "MarginReleased" | "Interest" | "Adjustment";
            uetr: string | null;
            /** Format: date */
            valueDate: string | null;
            /** @description Virtual account to which the payer sent the money; its inbound payment is `related`. */
            virtualAccountId: string | null;
        };
        TransactionPage: {
            data: components["schemas"]["Transaction"][];
            nextCursor: string | null;
        };
        TransitionPaymentRequest: {
            /** @example AC01 */
            reasonCode?: string;
            /** @enum {string} */
            status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
        };
        UpdateWebhookEndpointRequest: {
            /**
             * @description Version of the form of events.
             * @enum {string}
             */
            apiVersion?: "v1";
            description?: string | null;
            /** @description Types of the events to send. Without it, all types are sent. */
            events?: string[] | null;
            /**
             * @description A disabled endpoint gets nothing; once it is active again, it gets the events since then.
             * @enum {string}
             */
            status?: "Active" | "Disabled";
            /**
             * @description Public https address that takes the events by POST. Redirects are not followed.
             * @example https://example.com/webhooks/cambist
             */
            url?: string;
        };
        ValidateBeneficiaryRequest: {
            /** @description Id of an account of the entity. */
            accountId?: string;
            accountNumber?: string;
            /** @enum {string} */
            accountType?: "Checking" | "Savings";
            address: {
                /** @description Banks refuse a payment whose payee has no town of its own. */
                city: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                countryCode: string;
                line1?: string;
                line2?: string;
                postCode?: string;
                region?: string;
            };
            bankAddress?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            bankCountryCode: string;
            bankName?: string;
            /** @example DEUTDEFF */
            bic?: string;
            /** @description Unique for ever; cannot be changed. */
            clientReference?: string;
            /**
             * @description ISO 3166-1 alpha-2 code.
             * @example DE
             */
            countryCode: string;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * Format: date
             * @example 2026-11-24
             */
            dateOfBirth?: string;
            defaultPurposeCode?: string;
            defaultReference?: string;
            email?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description Unique among the beneficiaries that are not deleted. */
            externalReference?: string;
            /** @description The entity's own account at another bank. */
            firstParty?: boolean;
            /** @example DE89370400440532013000 */
            iban?: string;
            identification?: {
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                /** @enum {string} */
                type: "Lei" | "RegistrationNumber" | "TaxId" | "Passport" | "NationalId";
                value: string;
            };
            intermediary?: {
                account?: string;
                bic: string;
            };
            /** @description Default beneficiary of its currency; setting another one replaces it. */
            isDefaultForCurrency?: boolean;
            /** @description The name in the script of the payee's bank, where a rail asks for it (Japan: katakana). */
            localName?: string;
            /** @example Acme Trading Ltd */
            name: string;
            nickname?: string;
            routingCodes?: {
                /** @enum {string} */
                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                value: string;
            }[];
            /**
             * @description Additional account reference: the roll number of a British building society account.
             * @example 1234/567 890
             */
            secondaryReference?: string;
            taxId?: string;
            /**
             * @description Company when absent.
             * @enum {string}
             */
            type?: "Individual" | "Company";
        };
        VerifyPayeeRequest: {
            /** @description Id of the account that is to pay. */
            accountId?: string;
            accountNumber?: string;
            /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
            entityId?: string;
            /** @description This, or sortCode and accountNumber. */
            iban?: string;
            /** @description Exactly one of the three. */
            identification?: {
                bic?: string;
                /** @example 213800WSGIIZCXF1P572 */
                lei?: string;
                other?: {
                    scheme?: string;
                    value: string;
                };
            };
            /** @description Payee name as known to the payer; required without identification. */
            name?: string;
            /**
             * @description Payee type as known to the payer.
             * @enum {string}
             */
            partyType?: "Individual" | "Company";
            sortCode?: string;
        };
        /** @description Success, or the answer of a dry run. */
        VerifyPayeeResponse: components["schemas"]["PayeeVerificationOrDryRun"] | {
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            warnings: {
                code: string;
                message: string;
                pointer: string;
            }[];
        };
        VirtualAccount: {
            /** @description The account that gets the money. */
            accountId: string;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            closedAt: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            entityId: string;
            /** @description Details the payer needs. */
            fundingInstructions: {
                accountNumber: string | null;
                bankAddress: string;
                bankName: string;
                bic: string | null;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                iban: string | null;
                /** @enum {string} */
                rail: "Local" | "Swift" | "Sepa" | "Fps" | "Chaps" | "Ach" | "Fedwire";
                reference: string | null;
            }[];
            identifiers: {
                accountNumber: string | null;
                bic: string;
                iban: string;
                routingCodes: {
                    /** @enum {string} */
                    type: "SortCode" | "BankCode" | "BranchCode" | "Aba";
                    value: string;
                }[];
                sortCode: string | null;
            };
            name: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            openedAt: string;
            /** @enum {string} */
            status: "Active" | "Closed";
            virtualAccountId: string;
        };
        /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
        VirtualAccountDryRun: {
            /** @description The account that gets the money. */
            accountId: string;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            closedAt: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun: true;
            entityId: string;
            /** @description Details the payer needs. */
            fundingInstructions: {
                accountNumber: string | null;
                bankAddress: string;
                bankName: string;
                bic: string | null;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                iban: string | null;
                /** @enum {string} */
                rail: "Local" | "Swift" | "Sepa" | "Fps" | "Chaps" | "Ach" | "Fedwire";
                reference: string | null;
            }[];
            identifiers: {
                accountNumber: string | null;
                bic: string;
                iban: string;
                routingCodes: {
                    /** @enum {string} */
                    type: "SortCode" | "BankCode" | "BranchCode" | "Aba";
                    value: string;
                }[];
                sortCode: string | null;
            };
            name: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            openedAt: string;
            /** @enum {string} */
            status: "Active" | "Closed";
            virtualAccountId: string;
        };
        /** @description Success, or the answer of a dry run. */
        VirtualAccountOrDryRun: {
            /** @description The account that gets the money. */
            accountId: string;
            clientReference: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            closedAt: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description Present in the answer of a dry run: nothing was kept.
             * @enum {boolean}
             */
            dryRun?: true;
            entityId: string;
            /** @description Details the payer needs. */
            fundingInstructions: {
                accountNumber: string | null;
                bankAddress: string;
                bankName: string;
                bic: string | null;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                iban: string | null;
                /** @enum {string} */
                rail: "Local" | "Swift" | "Sepa" | "Fps" | "Chaps" | "Ach" | "Fedwire";
                reference: string | null;
            }[];
            identifiers: {
                accountNumber: string | null;
                bic: string;
                iban: string;
                routingCodes: {
                    /** @enum {string} */
                    type: "SortCode" | "BankCode" | "BranchCode" | "Aba";
                    value: string;
                }[];
                sortCode: string | null;
            };
            name: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            openedAt: string;
            /** @enum {string} */
            status: "Active" | "Closed";
            virtualAccountId: string;
        };
        VirtualAccountPage: {
            data: components["schemas"]["VirtualAccount"][];
            nextCursor: string | null;
        };
        WebhookDelivery: {
            attempts: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            deliveryId: string;
            /** @description Duration of the last attempt. */
            durationMs: number | null;
            entityId: string;
            /** @description Header webhook-id: the same in every delivery of the event. */
            eventId: string;
            eventType: string;
            /**
             * @description Why the last attempt failed.
             * @example Timeout
             */
            failure: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            lastAttemptAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            nextAttemptAt: string | null;
            /** @enum {string} */
            reason: "Event" | "Test" | "Redelivery";
            /** @description HTTP status of the last attempt. */
            responseStatus: number | null;
            /** @description Sequence of the event; null for a test. */
            sequence: number | null;
            /** @enum {string} */
            status: "Pending" | "Delivered" | "Failed";
            webhookEndpointId: string;
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            nextCursor: string | null;
        };
        WebhookEndpoint: {
            apiVersion: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            createdAt: string;
            description: string | null;
            /**
             * @description Failures: no delivery was accepted for seven days. Rights: the client that saved the endpoint last is blocked or lacks the scope. Gone: the receiver answered 410.
             * @enum {string|null}
             */
            disabledReason: "Client" | "Failures" | "Rights" | "Gone" | null;
            entityId: string;
            /** @description Types that are sent; null: all. */
            events: string[] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            failingSince: string | null;
            /** @description Sequence of the last event that was queued for delivery, or filtered out. */
            position: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            previousSecretExpiresAt: string | null;
            /**
             * @description Key of the signatures, by Standard Webhooks. Only create and rotate-secret return it.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
            /**
             * @description Failing: a delivery was not accepted for 72 hours. Later events are still attempted.
             * @enum {string}
             */
            status: "Active" | "Failing" | "Disabled";
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            updatedAt: string;
            url: string;
            version: number;
            webhookEndpointId: string;
        };
        WebhookEndpointPage: {
            data: components["schemas"]["WebhookEndpoint"][];
            nextCursor: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAuthorizationServerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServerMetadata"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStatus"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStatus"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Spaces are allowed. */
                iban?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                permission?: "Reporting" | "Fx" | "Payments";
                /** @description Part of the name. */
                q?: string;
                status?: "Active" | "Blocked" | "Closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditRecords: {
        parameters: {
            query?: {
                /** @example payment.completed */
                action?: string;
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /**
                 * @description Earliest `recordedAt`.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                from?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /** @example createPayment */
                operation?: string;
                requestId?: string;
                /** @description Id of the resource. */
                resourceId?: string;
                /**
                 * @description Latest `recordedAt`.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecordList"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyAudit: {
        parameters: {
            query?: {
                /** @description Position after which verification starts: the `position` of the answer before. Without it, it starts at 1. */
                after?: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /** @description The hash that you stored for the record at `after`; another one there is a difference. */
                hash?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBalances: {
        parameters: {
            query?: {
                /** @description Id of an account. */
                accountId?: string;
                /** @description nextCursor of the page before. */
                after?: string;
                /**
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                asAt?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Spaces are allowed. */
                iban?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalancePage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBeneficiaries: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /** @description Part of the name or the nickname. */
                q?: string;
                /** @description Active when absent. */
                status?: "PendingApproval" | "Active" | "Blocked" | "Deleted";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBeneficiary: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBeneficiaryRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Beneficiary"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBeneficiary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a beneficiary. */
                beneficiaryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Beneficiary"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceBeneficiary: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of a beneficiary. */
                beneficiaryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceBeneficiaryRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteBeneficiary: {
        parameters: {
            query?: {
                dryRun?: boolean;
                /** @description Even when a payment that is not yet released needs it. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of a beneficiary. */
                beneficiaryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteBeneficiaryDryRun"];
                };
            };
            /** @description It is deleted; payments can no longer be sent to it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approveBeneficiary: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of a beneficiary. */
                beneficiaryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rejectBeneficiary: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of a beneficiary. */
                beneficiaryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBeneficiaryRequirements: {
        parameters: {
            query: {
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                bankCountryCode: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @description Company when absent. */
                type?: "Individual" | "Company";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryRequirements"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateBeneficiary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidateBeneficiaryRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeneficiaryValidation"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getChangelog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The changelog. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changelog"];
                    "text/markdown": string;
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFacilities: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Id of one facility. */
                facilityId?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacilityPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFacilityLetter: {
        parameters: {
            query?: {
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /** @description Goes before the Accept header. */
                format?: "json" | "pdf";
            };
            header?: never;
            path: {
                /** @description Id of the facility. */
                facilityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Metadata of the letter, or the PDF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFacilityLetterResponse"];
                    "application/pdf": string;
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFacilityTerms: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency?: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /** @description One term. */
                termId?: string;
            };
            header?: never;
            path: {
                /** @description Id of the facility. */
                facilityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacilityTermPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMarginCalls: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Id of a facility. */
                facilityId?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                status?: "Issued" | "PartlyMet" | "Met" | "Overdue" | "Released" | "Cancelled";
                /** @description Id of a trade that a call was made for. */
                tradeId?: string;
                type?: "Initial" | "Variation";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarginCallPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMarginCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the margin call. */
                marginCallId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarginCall"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    settleMarginCall: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the margin call. */
                marginCallId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleMarginCallRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarginCallOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCurrencyPairMtm: {
        parameters: {
            query?: {
                /**
                 * @description An instant of the past; absent: now, at the market of this moment.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                asAt?: string;
                currencyPair?: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /** @description Id of a facility. */
                facilityId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrencyPairMtmList"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTradeMtm: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /**
                 * @description An instant of the past; absent: now, at the market of this moment.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                asAt?: string;
                currencyPair?: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /** @description Id of a facility. */
                facilityId?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /** @description Id of one trade. */
                tradeId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A page of trades with the totals of all; or all of them, one a line, then the totals in a last line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeMtmList"];
                    "application/x-ndjson": string;
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    simulateCredit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Rate shocks, a proposed forward, or both. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateCreditRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditSimulation"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEntities: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Items a page; 50 when absent. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEntitySettings: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Items a page; 50 when absent. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitySettingsPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCodePage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Sequence of the last event you have. Without it, the oldest event of the last 90 days comes first. */
                after?: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /** @description Repeat it, or separate types by commas, to read several. Without it, the feed returns all types. */
                types?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCalendars: {
        parameters: {
            query?: {
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency?: string;
                /**
                 * @description Lists holidays from this day; with `to` and `currency` only.
                 * @example 2026-11-24
                 */
                from?: string;
                /**
                 * @description Last day of the holidays listed, at most 366 days after `from`.
                 * @example 2026-11-24
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEarliestSettlement: {
        parameters: {
            query: {
                /**
                 * @description When the deal would be struck; now when absent. RFC 3339.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                at?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                buyCurrency: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                sellCurrency: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarliestSettlement"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    estimateRate: {
        parameters: {
            query: {
                /**
                 * @description Decimal string, at most the decimals of the currency.
                 * @example 1250.00
                 */
                amount: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                buyCurrency: string;
                /** @description Id of the entity whose price is wanted; the market’s middle when absent. */
                entityId?: string;
                /** @description The side whose amount is fixed and stays exact. */
                fixedSide: "Buy" | "Sell";
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                sellCurrency: string;
                /**
                 * @description The earliest date when absent; a date after spot is priced as a forward.
                 * @example 2026-11-24
                 */
                valueDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateEstimate"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    quoteForward: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteForwardRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForwardQuote"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHeldRates: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                currencyPair?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /**
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                expiringBefore?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /** @description Those that can be booked (Active, PartlyUsed) when absent. */
                status?: "Active" | "PartlyUsed" | "Booked" | "Exhausted" | "Expired" | "Cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldRatePage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createHeldRate: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateHeldRateRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldRateDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldRate"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHeldRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the held rate. */
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldRate"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelHeldRate: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the held rate. */
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldRateOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    quoteSpot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteSpotRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpotQuote"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSpotValueDates: {
        parameters: {
            query: {
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                buyCurrency: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /**
                 * @description First day of the list; the trade date when absent.
                 * @example 2026-11-24
                 */
                from?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                sellCurrency: string;
                /**
                 * @description Last day of the list; the spot date when absent, if it is not before `from`.
                 * @example 2026-11-24
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpotValueDates"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTrades: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                clientReference?: string;
                currencyPair?: string;
                /** @description true: forwards of which something is left to draw. */
                drawable?: boolean;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Items a page; 50 when absent. */
                limit?: number;
                status?: "PendingApproval" | "QueuedForOpen" | "Executed" | "Booked" | "AwaitingInitialMargin" | "Open" | "PartiallyDrawn" | "FullyDrawn" | "AwaitingFunds" | "Settling" | "Settled" | "SettlementFailed" | "Overdue" | "Cancelled" | "ClosedOut" | "Extended" | "Rejected";
                /** @example 2026-11-24 */
                tradeDateFrom?: string;
                /** @example 2026-11-24 */
                tradeDateTo?: string;
                tradeSubtype?: "Fixed" | "Window" | "Open" | "Variable" | "Held" | "Spot" | "NextQuote" | "MarketOpenOrder" | "LossCover";
                tradeType?: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
                /**
                 * @description RFC 3339, UTC. To poll for changes, send the largest `updatedAt` of the previous answers, entity by entity. A change that was committed later is included even if its `updatedAt` is earlier, so expect some resources twice.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                updatedSince?: string;
                /** @example 2026-11-24 */
                valueDateFrom?: string;
                /** @example 2026-11-24 */
                valueDateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradePage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTrade: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the trade. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTradeApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the trade, or the drawdown. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeApproval"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approveTrade: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the trade, or the drawdown. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTradeConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the trade. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The PDF, or its metadata with `Accept: application/json`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                    "application/pdf": string;
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rejectTrade: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the trade, or the drawdown. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bookForward: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookForwardRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForwardTradeDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForwardTrade"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getForward: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the forward. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForwardDetails"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bookForwardAmendment: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the forward. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookForwardAmendmentRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForwardAmendmentDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForwardAmendment"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    quoteForwardAmendment: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the forward. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteForwardAmendmentRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForwardAmendmentQuoteDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForwardAmendmentQuote"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDrawdowns: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the forward. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrawdownList"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getForwardInitialMargin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the forward. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitialMargin"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDrawdowns: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDrawdownsRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookedDrawdownDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookedDrawdown"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelDrawdown: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the drawdown. */
                drawdownId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledDrawdownOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listForwardReasons: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForwardReasonList"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bookHeldRate: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookHeldRateRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldRateTradeDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldRateTrade"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bookSpot: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookSpotRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bookSpotAmendment: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the spot trade. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookSpotAmendmentRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpotAmendmentDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpotAmendment"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    quoteSpotAmendment: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the spot trade. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteSpotAmendmentRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpotAmendmentQuoteDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpotAmendmentQuote"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInboundPayments: {
        parameters: {
            query?: {
                /** @description Id of an account. */
                accountId?: string;
                /** @description nextCursor of the page before. */
                after?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency?: string;
                /** @description Spaces are allowed. */
                debtorIban?: string;
                /** @description Part of the name of the payer. */
                debtorName?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /**
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                receivedFrom?: string;
                /**
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                receivedTo?: string;
                /** @description Part of the reference. */
                reference?: string;
                status?: "Credited" | "Held" | "Unidentified" | "Assigned" | "Returned";
                /** @example 2026-11-24 */
                valueDateFrom?: string;
                /** @example 2026-11-24 */
                valueDateTo?: string;
                /** @description Id of a virtual account. */
                virtualAccountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundPaymentPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInboundPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the inbound payment. */
                inboundPaymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundPayment"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInternalTransfers: {
        parameters: {
            query?: {
                /** @description Id of an account on either side. */
                accountId?: string;
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @example 2026-11-24 */
                from?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                status?: "PendingApproval" | "Completed" | "Cancelled";
                /** @example 2026-11-24 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAccountTransferPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createInternalTransfer: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInternalTransferRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAccountTransferDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAccountTransfer"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInternalTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the transfer. */
                internalAccountTransferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAccountTransfer"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approveInternalTransfer: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the transfer. */
                internalAccountTransferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAccountTransferOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelInternalTransfer: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the transfer. */
                internalAccountTransferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAccountTransferOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rejectInternalTransfer: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the transfer. */
                internalAccountTransferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAccountTransferOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNotificationRecipients: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Items a page; 50 when absent. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRecipientPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createNotificationRecipient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNotificationRecipientRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRecipient"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteNotificationRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the recipient. */
                notificationRecipientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    introspectToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["IntrospectTokenRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenIntrospection"];
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RevokeTokenRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is not valid, or no longer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CreateTokenRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Default Response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    listPaymentBatches: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                clientReference?: string;
                /**
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                createdFrom?: string;
                /**
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                createdTo?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Items a page; 50 when absent. */
                limit?: number;
                status?: "Checking" | "Processing" | "Completed" | "Undoing" | "Rejected" | "Cancelling" | "Cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentBatchPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createPaymentBatch: {
        parameters: {
            query?: {
                /** @description Reference for a CSV batch; a pain.001 uses its MsgId. */
                clientReference?: string;
                /** @description Check every item now, keep nothing and ask no bank; the answer carries dryRun: true. */
                dryRun?: boolean;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /** @description Strict (when absent): all items or none. Partial: every item that can be paid. */
                mode?: "Strict" | "Partial";
                name?: string;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentBatchOrder"];
                "application/xml": components["schemas"]["PaymentBatchOrder"];
                "text/csv": components["schemas"]["PaymentBatchOrder"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentBatchDryRun"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentBatch"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPaymentBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the batch. */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentBatch"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelPaymentBatch: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the batch. */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentBatchOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPaymentBatchItems: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                status?: "Pending" | "Checked" | "Invalid" | "Created" | "Skipped" | "Undone";
            };
            header?: never;
            path: {
                /** @description Id of the batch. */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentBatchItemPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description Id of the account that pays. */
                accountId?: string;
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Id of the batch it came with. */
                batchId?: string;
                /** @description Id of the payee. */
                beneficiaryId?: string;
                clientReference?: string;
                /**
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                createdFrom?: string;
                /**
                 * @description RFC 3339, UTC.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                createdTo?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /**
                 * @description Decimal string, at most the decimals of the currency.
                 * @example 1250.00
                 */
                maxAmount?: string;
                /**
                 * @description Decimal string, at most the decimals of the currency.
                 * @example 1250.00
                 */
                minAmount?: string;
                /** @example 2026-11-24 */
                paymentDateFrom?: string;
                /** @example 2026-11-24 */
                paymentDateTo?: string;
                status?: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
                /** @description Id of the linked trade. */
                tradeId?: string;
                /**
                 * @description RFC 3339, UTC. To poll for changes, send the largest `updatedAt` of the previous answers, entity by entity. A change that was committed later is included even if its `updatedAt` is earlier, so expect some resources twice.
                 * @example 2026-11-20T12:00:00.000Z
                 */
                updatedSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createPayment: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentOrder"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approvePayment: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelPayment: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPaymentConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The PDF, or its metadata with `Accept: application/json`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                    "application/pdf": string;
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    recallPayment: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecallPaymentRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentDryRun"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    recallPaymentApproval: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rejectPayment: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestPaymentApproval: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    trackPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentTracking"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEarliestPaymentDate: {
        parameters: {
            query: {
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                rail?: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarliestPaymentDate"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPaymentOptions: {
        parameters: {
            query: {
                /**
                 * @description Decimal string, at most the decimals of the currency.
                 * @example 1250.00
                 */
                amount?: string;
                /** @description Id of a saved payee: its rails alone are offered. */
                beneficiaryId?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                /** @example 2026-11-24 */
                paymentDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentOptions"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPaymentPurposes: {
        parameters: {
            query: {
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country: string;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
                /** @description Id of the entity; not needed by a client with one entity, nor where the request names a resource. */
                entityId?: string;
                payeeType?: "Individual" | "Company";
                payerType?: "Individual" | "Company";
                rail?: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentPurposes"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validatePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentOrder"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentValidation"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyPayee: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyPayeeRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyPayeeResponse"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    moveClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Exactly one of the three. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveClockRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createInboundPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInboundPaymentRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundPayment"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMagicValues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MagicValueList"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runMargin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunMarginRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarginRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    moveMarket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Six letters.
                 * @example EURGBP
                 */
                pair: string;
            };
            cookie?: never;
        };
        /** @description Exactly one of the two. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveMarketRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketRate"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createPayee: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayeeRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedPayee"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    transitionPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the payment. */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransitionPaymentRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetSandboxRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxReset"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    settleTrade: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the trade. */
                tradeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleTradeRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trade"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInterimStatement: {
        parameters: {
            query: {
                /** @description Id of the account. */
                accountId: string;
                /**
                 * @description One of json, pdf, csv, mt940, camt053. When absent, the Accept header decides.
                 * @example camt053
                 */
                format?: string;
                /** @example 2026-11-24 */
                from?: string;
                /** @example 2026-11-24 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The statement, in the format chosen by `format` or the Accept header. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                    "application/pdf": string;
                    "application/xml": string;
                    "text/csv": string;
                    "text/plain": string;
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStoredStatement: {
        parameters: {
            query?: {
                /**
                 * @description One of json, pdf, csv, mt940, camt053. When absent, the Accept header decides.
                 * @example camt053
                 */
                format?: string;
            };
            header?: never;
            path: {
                /** @description Id of the statement. */
                statementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The statement, in the format chosen by `format` or the Accept header. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                    "application/pdf": string;
                    "application/xml": string;
                    "text/csv": string;
                    "text/plain": string;
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listStoredStatements: {
        parameters: {
            query: {
                /** @description Id of the account. */
                accountId: string;
                /** @description nextCursor of the page before. */
                after?: string;
                /** @example 2026-11-24 */
                from?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /** @description Series of statements: closed months or closed days. Default: Month. */
                period?: "Month" | "Day";
                /** @example 2026-11-24 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementSummaryPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Id of the account; it or its iban is needed. */
                accountId?: string;
                /** @description nextCursor of the page before. */
                after?: string;
                creditOrDebit?: "Credit" | "Debit";
                /** @example 2026-11-24 */
                from?: string;
                /** @description IBAN of the account. */
                iban?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                /**
                 * @description Decimal string, at most the decimals of the currency.
                 * @example 1250.00
                 */
                maxAmount?: string;
                /**
                 * @description Decimal string, at most the decimals of the currency.
                 * @example 1250.00
                 */
                minAmount?: string;
                /** @description Part of the reference. */
                reference?: string;
                /** @description Id of the payment, trade or other object behind the transaction. */
                relatedId?: string;
                relatedType?: "InternalTransfer" | "Payment" | "Trade" | "InboundPayment" | "Drawdown" | "MarginCall";
                status?: "Pending" | "Booked" | "Reversed";
                /** @example 2026-11-24 */
                to?: string;
                type?: "Deposit" | "Payment" | "PaymentReturn" | "PaymentFee" | "FxSettlement" | "Drawdown" | "InternalTransfer" | "MarginPosted" | "MarginReleased" | "Interest" | "Adjustment";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listVirtualAccounts: {
        parameters: {
            query?: {
                /** @description Id of an account. */
                accountId?: string;
                /** @description nextCursor of the page before. */
                after?: string;
                clientReference?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Spaces are allowed. */
                iban?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                status?: "Active" | "Closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openVirtualAccount: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenVirtualAccountRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer that the call would get, with `dryRun: true`; nothing was kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountDryRun"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccount"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVirtualAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the virtual account. */
                virtualAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccount"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    closeVirtualAccount: {
        parameters: {
            query?: {
                /** @description Run all checks, keep nothing; the answer carries dryRun: true. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the virtual account. */
                virtualAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Success, or the answer of a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VirtualAccountOrDryRun"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Repeat it to list several entities. Without it, the list covers all entities of the client. */
                entityId?: string | string[];
                /** @description Items a page; 50 when absent. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                after?: string;
                /** @description Items a page; 50 when absent. */
                limit?: number;
                status?: "Pending" | "Delivered" | "Failed";
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                deliveryId: string;
                /** @description Id of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the delivery. */
                deliveryId: string;
                /** @description Id of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookEventsRequest"];
            };
        };
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat for seven days. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Id of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An error; `code` names it. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description An error; `code` names it. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
