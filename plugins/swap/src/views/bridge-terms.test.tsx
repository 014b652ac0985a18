import { createFakeNetwork } from '@wallet-modal/kernel/testing'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { quoteOf, requestOf } from '../quote.test.fixtures.js'
import { BridgeTerms } from './bridge-terms.js'

/** Terms of a swap from the network `eip155:1` to this network. */
function termsOf(receiveNetwork: string, isContractAccount: boolean): string {
  const request = requestOf({ receiveNetwork: createFakeNetwork(receiveNetwork) })
  const quote = quoteOf(request, { isContractAccount })
  return renderToStaticMarkup(<BridgeTerms quote={quote} t={(key) => key} />)
}

describe('the terms of a swap to another network', () => {
  it('warn that the account is a contract, which the visitor must control on the other network too', () => {
    expect(termsOf('eip155:10', true)).toContain('preview.contractAccount')
  })

  it('do not warn about other accounts', () => {
    expect(termsOf('eip155:10', false)).toContain('preview.bridge')
    expect(termsOf('eip155:10', false)).not.toContain('preview.contractAccount')
  })

  it('are absent for a swap on one network', () => {
    expect(termsOf('eip155:1', true)).toBe('')
  })
})
