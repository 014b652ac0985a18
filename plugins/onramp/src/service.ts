import { type Network, readWith, type ServiceApi } from '@wallet-modal/kernel'
import { fieldsOf, invalidField, textOf } from '@wallet-modal/kernel/assets'
import type { OnRampProvider, OnRampStatus } from './contract.js'
import { formatMoney } from './money.js'
import { optionsReply, parseReply, quoteReply, REFUSALS } from './replies.js'

const OPTIONS_FRESH_MS = 300_000

const urlReply = readWith((value): string => {
  const { url } = parseReply(value)
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return invalidField('"url"')
  return url
})

const statuses: ReadonlyMap<string, OnRampStatus> = new Map([
  ['confirmed', 'completed'],
  ['failed', 'failed'],
  ['ONRAMP_TRANSACTION_STATUS_SUCCESS', 'completed'],
  ['ONRAMP_TRANSACTION_STATUS_FAILED', 'failed'],
])

/** Status of a purchase in the list of an account's purchases. A purchase that the list does not contain is `pending`: it was not paid yet. */
const statusReply = (id: string) =>
  readWith((value): OnRampStatus => {
    const { data } = parseReply(value)
    if (!Array.isArray(data)) return invalidField('"data"')
    const purchase = data.map(fieldsOf).find((one) => one.id === id)
    return statuses.get(textOf(fieldsOf(purchase?.metadata).status)) ?? 'pending'
  })

type Service = Pick<OnRampProvider, 'options' | 'quote' | 'checkout' | 'status'>

/** The Blockchain API's routes for one provider. Amounts are decimal text. */
export function createOnRampService(api: ServiceApi, provider: string): Service {
  return {
    options: (network: Network, signal) =>
      api.get('/v1/onramp/options', {
        ...{ query: { provider }, schema: optionsReply(network), okStatuses: REFUSALS },
        ...{ staleMs: OPTIONS_FRESH_MS, signal },
      }),
    quote: ({ token, payment, paymentMethod }, signal) =>
      api.post(
        '/v1/onramp/quote',
        {
          ...{ purchaseCurrency: token.id, network: token.network },
          ...{ paymentCurrency: payment.currency, amount: formatMoney(payment) },
          ...{ provider, paymentMethod },
        },
        { schema: quoteReply(token, payment), okStatuses: REFUSALS, signal },
      ),
    checkout: ({ id, account, token, payment, paymentMethod, quote }, signal) =>
      api.post(
        '/v1/generators/onrampurl',
        {
          destinationWallets: [{ address: account, blockchains: [token.network], assets: [token.id] }],
          ...{ defaultNetwork: token.network, partnerUserId: id, defaultExperience: 'buy' },
          ...{ presetFiatAmount: formatMoney(payment), paymentCurrency: payment.currency },
          ...{ provider, paymentMethod, quoteId: quote.id },
        },
        { schema: urlReply, okStatuses: REFUSALS, signal },
      ),
    status: ({ id, network, account }, signal) =>
      api.get(`/v1/account/${account}/history`, {
        query: { onramp: provider, chainId: network, partnerUserId: id },
        ...{ schema: statusReply(id), okStatuses: REFUSALS, signal },
      }),
  }
}
