import { signal } from '@wallet-modal/kernel'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { quoteOf, requestOf, tokenOf } from '../quote.test.fixtures.js'
import { ImpactWarning } from './impact-warning.js'

const DOLLAR = 10n ** 18n

/** Warning for a swap of 100 tokens for `received` tokens, each at this price. */
function warningOf(received: bigint, priceUsd: bigint | undefined): string {
  const token = tokenOf(undefined, { decimals: 0, ...(priceUsd !== undefined && { priceUsd }) })
  const quote = quoteOf(requestOf({ amount: 100n, pay: token, receive: token }), { receiveAmount: received })
  const form = { pay: signal(token), receive: signal(token) }
  return renderToStaticMarkup(<ImpactWarning form={form} quote={quote} t={(key) => key} />)
}

describe('the warning above the button that submits a swap', () => {
  it.each<[string, bigint, bigint | undefined, string | RegExp]>([
    ['is absent if the price impact is low', 98n, DOLLAR, /^$/],
    ['says that the price impact is high', 97n, DOLLAR, 'terms.impactHigh'],
    ['says that the price impact is unknown if a price is missing', 98n, undefined, 'terms.impactUnknown'],
  ])('%s', (_, received, priceUsd, text) => {
    expect(warningOf(received, priceUsd)).toMatch(text)
  })
})
