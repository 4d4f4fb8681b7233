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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            status: string;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        /** The database answers */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            status: string;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
            parameters: {
                query?: {
                    /** @description nextCursor of the page before. */
                    after?: string;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency?: string;
                    /** @description Id of the holder. */
                    entityId?: string;
                    /** @description With or without spaces. */
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Account"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accountId: string;
                            capabilities: {
                                fx: boolean;
                                internalTransfers: boolean;
                                payments: boolean;
                            };
                            closedAt: string | null;
                            /**
                             * @description ISO 4217 code.
                             * @example EUR
                             */
                            currency: string;
                            entityId: string;
                            friendlyName: string | null;
                            /** @description What a payer needs to fund the account. */
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
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
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
                    /** @description Id of the holder. */
                    entityId?: string;
                    /** @description With or without spaces. */
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Balance"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
         * Beneficiaries of an entity, newest first; active ones unless a status is given
         * @description Scope: `beneficiaries:read`.
         */
        get: {
            parameters: {
                query: {
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
                    /** @description Id of the entity. */
                    entityId: string;
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Beneficiary"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        /**
         * Create a beneficiary
         * @description Scope: `beneficiaries:write`.
         */
        post: {
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
                    "application/json": {
                        /** @description Id of an account of the entity; this or entityId. */
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
                        /** @description Id of the entity; this or accountId. */
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
                        /** @description At most one in each currency; the last set wins. */
                        isDefaultForCurrency?: boolean;
                        /** @example Acme Trading Ltd */
                        name: string;
                        nickname?: string;
                        routingCodes?: {
                            /** @enum {string} */
                            type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                            value: string;
                        }[];
                        taxId?: string;
                        /**
                         * @description Company when absent.
                         * @enum {string}
                         */
                        type?: "Individual" | "Company";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                            dryRun?: boolean;
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
                            /** @example Acme Trading Ltd */
                            name: string;
                            nickname?: string;
                            /** @description That the details suffice for, the preferred first. */
                            rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
                            routingCodes: {
                                /** @enum {string} */
                                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                                value: string;
                            }[];
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
                                checkedAt: string | null;
                                /** @description NotChecked, Match, NearMatch, NoMatch or NotAvailable. */
                                status: string;
                                verificationId: string | null;
                            };
                            /** @description Also the ETag. */
                            version: number;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                            dryRun?: boolean;
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
                            /** @example Acme Trading Ltd */
                            name: string;
                            nickname?: string;
                            /** @description That the details suffice for, the preferred first. */
                            rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
                            routingCodes: {
                                /** @enum {string} */
                                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                                value: string;
                            }[];
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
                                checkedAt: string | null;
                                /** @description NotChecked, Match, NearMatch, NoMatch or NotAvailable. */
                                status: string;
                                verificationId: string | null;
                            };
                            /** @description Also the ETag. */
                            version: number;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        /**
         * Replace a beneficiary; If-Match guards against overwriting the change of another
         * @description Scope: `beneficiaries:write`.
         *
         *     RM entities only.
         */
        put: {
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
                    "application/json": {
                        /** @description Id of an account of the entity; this or entityId. */
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
                        /** @description Id of the entity; this or accountId. */
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
                        /** @description At most one in each currency; the last set wins. */
                        isDefaultForCurrency?: boolean;
                        /** @example Acme Trading Ltd */
                        name: string;
                        nickname?: string;
                        routingCodes?: {
                            /** @enum {string} */
                            type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                            value: string;
                        }[];
                        taxId?: string;
                        /**
                         * @description Company when absent.
                         * @enum {string}
                         */
                        type?: "Individual" | "Company";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                            dryRun?: boolean;
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
                            /** @example Acme Trading Ltd */
                            name: string;
                            nickname?: string;
                            /** @description That the details suffice for, the preferred first. */
                            rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
                            routingCodes: {
                                /** @enum {string} */
                                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                                value: string;
                            }[];
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
                                checkedAt: string | null;
                                /** @description NotChecked, Match, NearMatch, NoMatch or NotAvailable. */
                                status: string;
                                verificationId: string | null;
                            };
                            /** @description Also the ETag. */
                            version: number;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        post?: never;
        /**
         * Delete a beneficiary
         * @description Scope: `beneficiaries:write`.
         */
        delete: {
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
                /** @description It is deleted; payments can no longer be sent to it. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Refused; see `code`. */
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
         * @description Takes the body of create. Always 200 when it is well-formed: `errors` holds what create would refuse.
         *
         *     Scope: `beneficiaries:read`.
         */
        post: {
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
                    "application/json": {
                        /** @description Id of an account of the entity; this or entityId. */
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
                        /** @description Id of the entity; this or accountId. */
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
                        /** @description At most one in each currency; the last set wins. */
                        isDefaultForCurrency?: boolean;
                        /** @example Acme Trading Ltd */
                        name: string;
                        nickname?: string;
                        routingCodes?: {
                            /** @enum {string} */
                            type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                            value: string;
                        }[];
                        taxId?: string;
                        /**
                         * @description Company when absent.
                         * @enum {string}
                         */
                        type?: "Individual" | "Company";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            bank: {
                                bic: string | null;
                                branch: string | null;
                                /**
                                 * @description ISO 3166-1 alpha-2 code.
                                 * @example DE
                                 */
                                country: string;
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
                                /** @description At most one in each currency; the last set wins. */
                                isDefaultForCurrency?: boolean;
                                /** @example Acme Trading Ltd */
                                name: string;
                                nickname?: string;
                                routingCodes: {
                                    /** @enum {string} */
                                    type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                                    value: string;
                                }[];
                                taxId?: string;
                                /** @enum {string} */
                                type: "Individual" | "Company";
                            };
                            rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
                            valid: boolean;
                            verification: {
                                checkedAt: string | null;
                                /** @description NotChecked, Match, NearMatch, NoMatch or NotAvailable. */
                                status: string;
                                verificationId: string | null;
                            };
                            warnings: {
                                code: string;
                                message: string;
                                pointer: string;
                                /** @description What the bank will get. */
                                sent: string;
                            }[];
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        /** What changed, newest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Markdown */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/markdown": string;
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        post?: never;
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
        get: {
            parameters: {
                query?: {
                    /** @description nextCursor of the page before. */
                    after?: string;
                    /** @description Id of an entity. */
                    entityId?: string;
                    /** @description Items a page; 50 when absent. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Entity"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
         * What the entities may do, with limits and what of them is used
         * @description Scope: `entities:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description nextCursor of the page before. */
                    after?: string;
                    /** @description Id of an entity. */
                    entityId?: string;
                    /** @description Items a page; 50 when absent. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["EntitySettings"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                code: string;
                                message: string;
                                retryable: boolean;
                                status: number;
                            }[];
                            nextCursor: null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
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
                    /** @description Id of the entity; the client’s own when absent. */
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Refused; see `code`. */
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
         * @description With `entityId` that client’s price, otherwise the market’s middle. It cannot be booked.
         *
         *     Scope: `fx:quote`.
         */
        get: {
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
                    /** @description The side whose amount is given and stays exact. */
                    fixedSide: "Buy" | "Sell";
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    sellCurrency: string;
                    /**
                     * @description The earliest date when absent.
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                             * @description The side whose amount is given and stays exact.
                             * @enum {string}
                             */
                            fixedSide: "Buy" | "Sell";
                            /**
                             * @description Counter currency per unit of base.
                             * @example 1.16546
                             */
                            indicativeRate: string;
                            /** @description For display only. */
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
                            /** @enum {string} */
                            tenor: "T0" | "T1" | "T2";
                            /**
                             * Format: date
                             * @example 2026-11-24
                             */
                            valueDate: string;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        post?: never;
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
        post: {
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
                    "application/json": {
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
                        /** @description Id of the entity; the client’s own when absent. */
                        entityId?: string;
                        /**
                         * @description The side whose amount is given and stays exact.
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
                        valueDate?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                             * @description Until when this value date can be dealt.
                             */
                            cutOffAt: string;
                            entityId: string;
                            /**
                             * Format: date-time
                             * @description A booking must be received before this instant.
                             */
                            expiresAt: string;
                            /**
                             * @description The side whose amount is given and stays exact.
                             * @enum {string}
                             */
                            fixedSide: "Buy" | "Sell";
                            /** @description For display only. */
                            inverseRate: string;
                            /** @enum {string} */
                            kind: "Spot";
                            limits: {
                                /** @description Of the sell account, in the currency sold. */
                                availableBalance: string;
                                /** @description Of remainingDaily and maxTradeSize. */
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
                                /** @description In pips; negative when the value date costs less than spot. */
                                forwardPoints: string;
                                /** @description Distance of the rate from mid. */
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
                    };
                };
                /** @description Refused; see `code`. */
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
         * Which dates up to spot can be dealt now, and why the others cannot
         * @description Scope: `fx:quote`.
         */
        get: {
            parameters: {
                query: {
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    buyCurrency: string;
                    /** @description Id of the entity; the client’s own when absent. */
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @example EUR/USD */
                            currencyPair: string;
                            dates: {
                                available: boolean;
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
                                    currency: string | null;
                                    name: string;
                                }[];
                                tenor: ("T0" | "T1" | "T2") | null;
                            }[];
                            /**
                             * Format: date
                             * @example 2026-11-24
                             */
                            spotDate: string;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
            parameters: {
                query: {
                    /** @description nextCursor of the page before. */
                    after?: string;
                    clientReference?: string;
                    currencyPair?: string;
                    /** @description true: forwards with something left to draw, now. */
                    drawable?: boolean;
                    /** @description Id of the entity. */
                    entityId: string;
                    /** @description Items a page; 50 when absent. */
                    limit?: number;
                    status?: "PendingApproval" | "Executed" | "AwaitingFunds" | "Settling" | "Settled" | "SettlementFailed" | "Overdue" | "Cancelled" | "ClosedOut";
                    /** @example 2026-11-24 */
                    tradeDateFrom?: string;
                    /** @example 2026-11-24 */
                    tradeDateTo?: string;
                    tradeSubtype?: string;
                    tradeType?: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
                    /**
                     * @description RFC 3339, UTC.
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                buyAccountId: string;
                                /** @example 1250.00 */
                                buyAmount: string;
                                /**
                                 * @description ISO 4217 code.
                                 * @example EUR
                                 */
                                buyCurrency: string;
                                clientReference: string | null;
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
                                 * @description Until when the amount sold must be in the sell account.
                                 */
                                cutOffAt: string;
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
                                /** @description For display only. */
                                inverseRate: string;
                                /** @enum {string} */
                                kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
                                parentTradeId: string | null;
                                paymentIds: string[];
                                price: {
                                    /** @example 1250.00 */
                                    costInSellCurrency: string;
                                    fees: string[];
                                    /** @description In pips; negative when the value date costs less than spot. */
                                    forwardPoints: string;
                                    /** @description Distance of the rate from mid. */
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
                                    failureReason: string | null;
                                    /** @description Whether the amount sold is held or was taken. */
                                    funded: boolean;
                                    fundedAt: string | null;
                                    settledAt: string | null;
                                };
                                /** @description PendingApproval, Executed, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut */
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
                            }[];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            buyAccountId: string;
                            /** @example 1250.00 */
                            buyAmount: string;
                            /**
                             * @description ISO 4217 code.
                             * @example EUR
                             */
                            buyCurrency: string;
                            clientReference: string | null;
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
                             * @description Until when the amount sold must be in the sell account.
                             */
                            cutOffAt: string;
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
                            /** @description For display only. */
                            inverseRate: string;
                            /** @enum {string} */
                            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
                            parentTradeId: string | null;
                            paymentIds: string[];
                            price: {
                                /** @example 1250.00 */
                                costInSellCurrency: string;
                                fees: string[];
                                /** @description In pips; negative when the value date costs less than spot. */
                                forwardPoints: string;
                                /** @description Distance of the rate from mid. */
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
                                failureReason: string | null;
                                /** @description Whether the amount sold is held or was taken. */
                                funded: boolean;
                                fundedAt: string | null;
                                settledAt: string | null;
                            };
                            /** @description PendingApproval, Executed, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut */
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
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        post?: never;
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
         * @description The quote must not have expired when the request is received. An ABS entity’s sell amount is held at once; an RM entity deals on credit and must have it in the sell account by `cutOffAt`. It settles when the value date begins in UTC, or at once when dealt for the same day.
         *
         *     Scope: `fx:trade`.
         */
        post: {
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
                    "application/json": {
                        /** @description Id of the account that is credited; the quote’s when absent. */
                        buyAccountId?: string;
                        /** @description Unique among the entity’s trades. */
                        clientReference?: string;
                        /** @description Id of the entity. */
                        entityId: string;
                        /** @description Id of the quote to be booked. */
                        quoteId: string;
                        /** @description Id of the account that is debited; the quote’s when absent. */
                        sellAccountId?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            buyAccountId: string;
                            /** @example 1250.00 */
                            buyAmount: string;
                            /**
                             * @description ISO 4217 code.
                             * @example EUR
                             */
                            buyCurrency: string;
                            clientReference: string | null;
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
                             * @description Until when the amount sold must be in the sell account.
                             */
                            cutOffAt: string;
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
                            /** @description For display only. */
                            inverseRate: string;
                            /** @enum {string} */
                            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
                            parentTradeId: string | null;
                            paymentIds: string[];
                            price: {
                                /** @example 1250.00 */
                                costInSellCurrency: string;
                                fees: string[];
                                /** @description In pips; negative when the value date costs less than spot. */
                                forwardPoints: string;
                                /** @description Distance of the rate from mid. */
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
                                failureReason: string | null;
                                /** @description Whether the amount sold is held or was taken. */
                                funded: boolean;
                                fundedAt: string | null;
                                settledAt: string | null;
                            };
                            /** @description PendingApproval, Executed, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut */
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
                    };
                };
                /** @description Refused; see `code`. */
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
         * Transfers of the entity
         * @description With filters a page may hold fewer items than `limit` while nextCursor goes on.
         *
         *     Scope: `reporting:read`.
         *
         *     ABS entities only.
         */
        get: {
            parameters: {
                query: {
                    /** @description Id of an account on either side. */
                    accountId?: string;
                    /** @description nextCursor of the page before. */
                    after?: string;
                    /** @description Id of the entity. */
                    entityId: string;
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["InternalAccountTransfer"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        /**
         * Move money between two accounts of the entity
         * @description Both accounts are in one currency. The transfer is completed when this answers.
         *
         *     Scope: `transfers:write`.
         *
         *     ABS entities only.
         */
        post: {
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
                    "application/json": {
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
                        /** @description Id of the entity that holds both accounts. */
                        entityId: string;
                        reference?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @example 1250.00 */
                            amount: string;
                            clientReference: string | null;
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
                            /** @description Of the debit and of the credit. */
                            transactionIds: string[];
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @example 1250.00 */
                            amount: string;
                            clientReference: string | null;
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
                            /** @description Of the debit and of the credit. */
                            transactionIds: string[];
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        post?: never;
        delete?: never;
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
        /** What a token of this client stands for (RFC 7662) */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-www-form-urlencoded": {
                        /** @description JWT signed with the key of the client (private_key_jwt, RFC 7523). */
                        client_assertion?: string;
                        /** @description urn:ietf:params:oauth:client-assertion-type:jwt-bearer */
                        client_assertion_type?: string;
                        /** @description With client_secret, unless HTTP Basic is used. */
                        client_id?: string;
                        /** @description A live secret of the client. */
                        client_secret?: string;
                        token: string;
                        /** @description access_token; not needed. */
                        token_type_hint?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            active: boolean;
                            client_id?: string;
                            exp?: number;
                            iat?: number;
                            iss?: string;
                            scope?: string;
                            /** @description The entity. */
                            sub?: string;
                            token_type?: string;
                        };
                    };
                };
                /** @description Default Response */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: string;
                            error_description: string;
                            error_uri?: string;
                        };
                    };
                };
                /** @description Default Response */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: string;
                            error_description: string;
                            error_uri?: string;
                        };
                    };
                };
                /** @description Default Response */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: string;
                            error_description: string;
                            error_uri?: string;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-www-form-urlencoded": {
                        /** @description JWT signed with the key of the client (private_key_jwt, RFC 7523). */
                        client_assertion?: string;
                        /** @description urn:ietf:params:oauth:client-assertion-type:jwt-bearer */
                        client_assertion_type?: string;
                        /** @description With client_secret, unless HTTP Basic is used. */
                        client_id?: string;
                        /** @description A live secret of the client. */
                        client_secret?: string;
                        token: string;
                        /** @description access_token; not needed. */
                        token_type_hint?: string;
                    };
                };
            };
            responses: {
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
                        "application/json": {
                            error: string;
                            error_description: string;
                            error_uri?: string;
                        };
                    };
                };
                /** @description Default Response */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: string;
                            error_description: string;
                            error_uri?: string;
                        };
                    };
                };
                /** @description Default Response */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: string;
                            error_description: string;
                            error_uri?: string;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-www-form-urlencoded": {
                        /** @description JWT signed with the key of the client (private_key_jwt, RFC 7523). */
                        client_assertion?: string;
                        /** @description urn:ietf:params:oauth:client-assertion-type:jwt-bearer */
                        client_assertion_type?: string;
                        /** @description With client_secret, unless HTTP Basic is used. */
                        client_id?: string;
                        /** @description A live secret of the client. */
                        client_secret?: string;
                        /** @enum {string} */
                        grant_type: "client_credentials";
                        /** @description Scopes with spaces between; all that the client has when absent. */
                        scope?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            access_token: string;
                            /**
                             * @description Seconds of wall time.
                             * @example 3600
                             */
                            expires_in: number;
                            /** @description What was granted. */
                            scope: string;
                            /** @enum {string} */
                            token_type: "Bearer";
                        };
                    };
                };
                /** @description Default Response */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: string;
                            error_description: string;
                            error_uri?: string;
                        };
                    };
                };
                /** @description Default Response */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: string;
                            error_description: string;
                            error_uri?: string;
                        };
                    };
                };
                /** @description Default Response */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: string;
                            error_description: string;
                            error_uri?: string;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
         * Payments of an entity, newest first
         * @description Scope: `payments:read`.
         *
         *     RM entities only.
         */
        get: {
            parameters: {
                query: {
                    /** @description Id of the account that pays. */
                    accountId?: string;
                    /** @description nextCursor of the page before. */
                    after?: string;
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
                    /** @description Id of the entity. */
                    entityId: string;
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
                     * @description RFC 3339, UTC.
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Payment"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        /**
         * Make a payment
         * @description Answers 201 with the payment in its first state. An ABS payment without funds is made too, as `Rejected` with the reason `InsufficientFunds`; an RM payment waits for them until the cut-off of its date.
         *
         *     Scope: `payments:write`.
         */
        post: {
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
                    "application/json": {
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
                            /** @example Acme Trading Ltd */
                            name: string;
                            nickname?: string;
                            routingCodes?: {
                                /** @enum {string} */
                                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                                value: string;
                            }[];
                            save?: boolean;
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
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accountId: string;
                            allowedActions: ("Cancel" | "Approve" | "Reject")[];
                            /** @example 1250.00 */
                            amount: string;
                            approval: {
                                /** @description Whether the asking client may approve it now. */
                                canApprove: boolean;
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
                            };
                            batchId: null;
                            beneficiaryId: string | null;
                            beneficiarySnapshot: {
                                [key: string]: unknown;
                            } | null;
                            /** @enum {string} */
                            chargeBearer: "SHA" | "OUR" | "BEN";
                            clientReference: string | null;
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
                            dryRun?: boolean;
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
                            paymentId: string;
                            purposeCode: string | null;
                            /** @enum {string} */
                            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                            reason: string | null;
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
                            scheduledFor: string | null;
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
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accountId: string;
                            allowedActions: ("Cancel" | "Approve" | "Reject")[];
                            /** @example 1250.00 */
                            amount: string;
                            approval: {
                                /** @description Whether the asking client may approve it now. */
                                canApprove: boolean;
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
                            };
                            batchId: null;
                            beneficiaryId: string | null;
                            beneficiarySnapshot: {
                                [key: string]: unknown;
                            } | null;
                            /** @enum {string} */
                            chargeBearer: "SHA" | "OUR" | "BEN";
                            clientReference: string | null;
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
                            dryRun?: boolean;
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
                            paymentId: string;
                            purposeCode: string | null;
                            /** @enum {string} */
                            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                            reason: string | null;
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
                            scheduledFor: string | null;
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
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
         * @description Scope: `payments:approve`.
         */
        post: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accountId: string;
                            allowedActions: ("Cancel" | "Approve" | "Reject")[];
                            /** @example 1250.00 */
                            amount: string;
                            approval: {
                                /** @description Whether the asking client may approve it now. */
                                canApprove: boolean;
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
                            };
                            batchId: null;
                            beneficiaryId: string | null;
                            beneficiarySnapshot: {
                                [key: string]: unknown;
                            } | null;
                            /** @enum {string} */
                            chargeBearer: "SHA" | "OUR" | "BEN";
                            clientReference: string | null;
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
                            dryRun?: boolean;
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
                            paymentId: string;
                            purposeCode: string | null;
                            /** @enum {string} */
                            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                            reason: string | null;
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
                            scheduledFor: string | null;
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
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
         */
        post: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accountId: string;
                            allowedActions: ("Cancel" | "Approve" | "Reject")[];
                            /** @example 1250.00 */
                            amount: string;
                            approval: {
                                /** @description Whether the asking client may approve it now. */
                                canApprove: boolean;
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
                            };
                            batchId: null;
                            beneficiaryId: string | null;
                            beneficiarySnapshot: {
                                [key: string]: unknown;
                            } | null;
                            /** @enum {string} */
                            chargeBearer: "SHA" | "OUR" | "BEN";
                            clientReference: string | null;
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
                            dryRun?: boolean;
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
                            paymentId: string;
                            purposeCode: string | null;
                            /** @enum {string} */
                            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                            reason: string | null;
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
                            scheduledFor: string | null;
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
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
         */
        post: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accountId: string;
                            allowedActions: ("Cancel" | "Approve" | "Reject")[];
                            /** @example 1250.00 */
                            amount: string;
                            approval: {
                                /** @description Whether the asking client may approve it now. */
                                canApprove: boolean;
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
                            };
                            batchId: null;
                            beneficiaryId: string | null;
                            beneficiarySnapshot: {
                                [key: string]: unknown;
                            } | null;
                            /** @enum {string} */
                            chargeBearer: "SHA" | "OUR" | "BEN";
                            clientReference: string | null;
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
                            dryRun?: boolean;
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
                            paymentId: string;
                            purposeCode: string | null;
                            /** @enum {string} */
                            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                            reason: string | null;
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
                            scheduledFor: string | null;
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
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            creditedAt: string | null;
                            events: {
                                /**
                                 * Format: date-time
                                 * @description RFC 3339, UTC.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                at: string;
                                from: string;
                                reason: string | null;
                                /** @enum {string} */
                                status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
                                to: string;
                            }[];
                            paymentId: string;
                            /** @enum {string} */
                            status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
                            uetr: string;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
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
                    /** @description Id of the entity. */
                    entityId?: string;
                    rail?: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Refused; see `code`. */
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
        post: {
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
                    "application/json": {
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
                            /** @example Acme Trading Ltd */
                            name: string;
                            nickname?: string;
                            routingCodes?: {
                                /** @enum {string} */
                                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                                value: string;
                            }[];
                            save?: boolean;
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
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                            route: {
                                /** @enum {string} */
                                chargeBearer: "SHA" | "OUR" | "BEN";
                                /**
                                 * Format: date-time
                                 * @description RFC 3339, UTC.
                                 * @example 2026-11-20T12:00:00.000Z
                                 */
                                cutOffAt: string;
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
                            }[];
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        /**
         * Move, freeze or release business time
         * @description Never backward. Everything that falls due on the way has been done when this answers.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: {
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
                    "application/json": {
                        /**
                         * @description ISO 8601 duration, days too.
                         * @example P2D
                         * @example PT90M
                         * @example P1DT12H
                         */
                        advance?: string;
                        /** @description true: business time stands still; false: it runs again. */
                        freeze?: boolean;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC.
                         * @example 2026-11-20T12:00:00.000Z
                         */
                        set?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Refused; see `code`. */
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
         * @description Credits an account as a transfer from another bank would. A closed account leaves it Unidentified.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: {
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
                    "application/json": {
                        /** @description Id of the account that is paid. */
                        accountId: string;
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
                        /** @description With #HOLD in it the money is held by screening. */
                        reference?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accountId: string | null;
                            /** @example 1250.00 */
                            amount: string;
                            creditedAt: string | null;
                            /**
                             * @description ISO 4217 code.
                             * @example EUR
                             */
                            currency: string;
                            debtorIban: string | null;
                            debtorName: string | null;
                            entityId: string | null;
                            inboundPaymentId: string;
                            /**
                             * Format: date-time
                             * @description RFC 3339, UTC.
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            receivedAt: string;
                            reference: string | null;
                            /** @enum {string} */
                            status: "Credited" | "Held" | "Unidentified" | "Assigned";
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                effect: string;
                                value: string;
                                /** @enum {string} */
                                where: "PaymentReference" | "PayeeName";
                            }[];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        post?: never;
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
         * @description The walk goes on from there. Moving a cross moves its base currency’s USD pair.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: {
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
                    "application/json": {
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
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Refused; see `code`. */
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
         * @description What is due already is done first. A payment that is in the state already stays as it is.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: {
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
                    "application/json": {
                        /** @example AC01 */
                        reasonCode?: string;
                        /** @enum {string} */
                        status: "PendingApproval" | "ApprovalRecalled" | "Scheduled" | "AwaitingFunds" | "Screening" | "Held" | "Submitted" | "Sent" | "Completed" | "Returned" | "Rejected" | "Cancelled" | "Failed";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accountId: string;
                            allowedActions: ("Cancel" | "Approve" | "Reject")[];
                            /** @example 1250.00 */
                            amount: string;
                            approval: {
                                /** @description Whether the asking client may approve it now. */
                                canApprove: boolean;
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
                            };
                            batchId: null;
                            beneficiaryId: string | null;
                            beneficiarySnapshot: {
                                [key: string]: unknown;
                            } | null;
                            /** @enum {string} */
                            chargeBearer: "SHA" | "OUR" | "BEN";
                            clientReference: string | null;
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
                            dryRun?: boolean;
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
                            paymentId: string;
                            purposeCode: string | null;
                            /** @enum {string} */
                            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
                            reason: string | null;
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
                            scheduledFor: string | null;
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
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        post: {
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
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            credentialsKept: boolean;
                            message: string;
                            /**
                             * Format: date-time
                             * @description RFC 3339, UTC.
                             * @example 2026-11-20T12:00:00.000Z
                             */
                            now: string;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
         * @description Whatever its value date. Without the money in the sell account it awaits it.
         *
         *     Scope: `sandbox:simulate`.
         */
        post: {
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
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            buyAccountId: string;
                            /** @example 1250.00 */
                            buyAmount: string;
                            /**
                             * @description ISO 4217 code.
                             * @example EUR
                             */
                            buyCurrency: string;
                            clientReference: string | null;
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
                             * @description Until when the amount sold must be in the sell account.
                             */
                            cutOffAt: string;
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
                            /** @description For display only. */
                            inverseRate: string;
                            /** @enum {string} */
                            kind: "Spot" | "Forward" | "HeldRate" | "Drawdown" | "CloseOut";
                            parentTradeId: string | null;
                            paymentIds: string[];
                            price: {
                                /** @example 1250.00 */
                                costInSellCurrency: string;
                                fees: string[];
                                /** @description In pips; negative when the value date costs less than spot. */
                                forwardPoints: string;
                                /** @description Distance of the rate from mid. */
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
                                failureReason: string | null;
                                /** @description Whether the amount sold is held or was taken. */
                                funded: boolean;
                                fundedAt: string | null;
                                settledAt: string | null;
                            };
                            /** @description PendingApproval, Executed, AwaitingFunds, Settling, Settled, SettlementFailed, Overdue, Cancelled, ClosedOut */
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
                    };
                };
                /** @description Refused; see `code`. */
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
         * @description Scope: `reporting:read`.
         */
        get: {
            parameters: {
                query: {
                    /** @description Id of the account. */
                    accountId: string;
                    format?: "json" | "pdf" | "csv" | "mt940" | "camt053";
                    /** @example 2026-11-24 */
                    from: string;
                    /** @example 2026-11-24 */
                    to: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                            /** @description SHA-256 in hex of the JSON of all other fields but createdAt, in this order. */
                            digest: string;
                            interim: boolean;
                            /** @example 1250.00 */
                            openingBalance: string;
                            reference: null;
                            /** @description Only stored statements are numbered. */
                            sequenceNumber: null;
                            statementFromDate: string;
                            /** @description An interim statement is not stored and has no id. */
                            statementId: null;
                            statementToDate: string;
                            totals: {
                                creditCount: number;
                                /** @example 1250.00 */
                                credits: string;
                                debitCount: number;
                                /** @example 1250.00 */
                                debits: string;
                            };
                            /** @description Booked ones, oldest first. */
                            transactions: components["schemas"]["Transaction"][];
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
         * @description Booked ones; with status Pending, money that is held for a payment or a trade. A page looks at a bounded number of postings: with filters it may hold fewer items than `limit`, or none, while nextCursor goes on.
         *
         *     Scope: `reporting:read`.
         */
        get: {
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
                    /** @description Id of what the transaction is for. */
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
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Transaction"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description Refused; see `code`. */
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
        put?: never;
        post?: never;
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
            closedAt: string | null;
            /**
             * @description ISO 4217 code.
             * @example EUR
             */
            currency: string;
            entityId: string;
            friendlyName: string | null;
            /** @description What a payer needs to fund the account. */
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
             * @description Booked less what is held.
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
            /** @example 1250.00 */
            pendingIn: string;
            /** @example 1250.00 */
            pendingOut: string;
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
            dryRun?: boolean;
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
            /** @example Acme Trading Ltd */
            name: string;
            nickname?: string;
            /** @description That the details suffice for, the preferred first. */
            rails: ("Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift")[];
            routingCodes: {
                /** @enum {string} */
                type: "SortCode" | "Aba" | "Bsb" | "Ifsc" | "Cnaps" | "Clabe" | "InstitutionNo" | "TransitNo" | "BankCode" | "BranchCode";
                value: string;
            }[];
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
                checkedAt: string | null;
                /** @description NotChecked, Match, NearMatch, NoMatch or NotAvailable. */
                status: string;
                verificationId: string | null;
            };
            /** @description Also the ETag. */
            version: number;
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
            /** @description Whose rules apply: UK, EU, CA … */
            jurisdiction: string;
            legalName: string;
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
        EntitySettings: {
            approvalPolicies: {
                policyId: string;
                resource: string;
                summary: string;
            }[];
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
            /** @description Addresses and CIDR ranges tokens are given to; empty: any. */
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
                /** @example 1250.00 */
                singlePayment: string;
            };
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
            tradablePairs: string[] | null;
            /**
             * @description When verification of payee must come first.
             * @enum {string}
             */
            vopRequired: "Always" | "EurOnly" | "Never";
        };
        InternalAccountTransfer: {
            /** @example 1250.00 */
            amount: string;
            clientReference: string | null;
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
            /** @description Of the debit and of the credit. */
            transactionIds: string[];
        };
        Payment: {
            accountId: string;
            allowedActions: ("Cancel" | "Approve" | "Reject")[];
            /** @example 1250.00 */
            amount: string;
            approval: {
                /** @description Whether the asking client may approve it now. */
                canApprove: boolean;
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
            };
            batchId: null;
            beneficiaryId: string | null;
            beneficiarySnapshot: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            chargeBearer: "SHA" | "OUR" | "BEN";
            clientReference: string | null;
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
            dryRun?: boolean;
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
            paymentId: string;
            purposeCode: string | null;
            /** @enum {string} */
            rail: "Fps" | "Chaps" | "Sepa" | "SepaInstant" | "Ach" | "Fedwire" | "Local" | "Swift";
            reason: string | null;
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
            scheduledFor: string | null;
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
        Transaction: {
            accountId: string;
            /**
             * @description Without its sign; creditOrDebit says which way.
             * @example 1250.00
             */
            amount: string;
            bankTransactionCode: {
                domain: string;
                family: string;
                proprietary: string;
                subFamily: string;
            };
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
            runningBalance: string | null;
            /** @enum {string} */
            status: "Pending" | "Booked" | "Reversed";
            transactionId: string;
            /** @enum {string} */
            type: "Deposit" | "Payment" | "PaymentReturn" | "PaymentFee" | "FxSettlement" | "Drawdown" | "InternalTransfer" | "MarginPosted" | "MarginReleased" | "Interest" | "Adjustment";
            uetr: string | null;
            valueDate: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
