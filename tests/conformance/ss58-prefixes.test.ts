import { describe, expect, it } from 'vitest'
import { addressForm, addressForms } from '../../plugins/polkadot/src/chains.js'
import { ss58PrefixOf } from '../../plugins/siwx/src/server/families/ss58-prefix.js'

/** Address form of a network in the page and in the server: an SS58 prefix, or `h160`. */
const both = (caipNetworkId: string, ss58Prefix?: number): readonly unknown[] => {
  const ss58Prefixes = ss58Prefix === undefined ? [] : [{ caipNetworkId, prefix: ss58Prefix }]
  const network = { caipNetworkId, ...(ss58Prefix !== undefined && { ss58Prefix }) }
  return [addressForm(caipNetworkId, { ss58Prefixes }), ss58PrefixOf(network) ?? 'h160']
}

describe('the page and the sign-in server use the same SS58 prefix for Polkadot accounts', () => {
  it.each(Object.keys(addressForms))('on %s', (reference) => {
    const [page, server] = both(`polkadot:${reference}`)
    expect(server).toBe(page)
  })

  it.each(['45454545454545454545454545454545', 'constructor', ''])('on an unknown chain: "%s"', (reference) => {
    expect(both(`polkadot:${reference}`)).toEqual([42, 42])
  })

  it.each([0, 7])('on a network whose prefix the site configures: %i', (prefix) => {
    expect(both('polkadot:91b171bb158e2d3848fa23a9f1c25182', prefix)).toEqual([prefix, prefix])
    expect(both('polkadot:45454545454545454545454545454545', prefix)).toEqual([prefix, prefix])
  })
})
