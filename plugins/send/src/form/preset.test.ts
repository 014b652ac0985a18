import { createFakeNamespace } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { parsePreset } from './preset.js'

const fake = createFakeNamespace('eip155')
const token = 'eip155:1/slip44:60'

describe('A3: parsePreset', () => {
  it.each([
    [null],
    [5],
    [{ token: '' }],
    [{ token: 'ETH' }],
    [{ token: 7 }],
    [{ token: '__proto__' }],
    [{ amount: '1' }],
    [{ token, amount: '0' }],
    [{ token, amount: '0.000' }],
    [{ token, amount: '1,5' }],
    [{ token, amount: '-1' }],
    [{ token, amount: Number.NaN }],
    [{ token, amount: 1n }],
    [{ token, receiver: {} }],
    [{ token, receiver: 'x'.repeat(300) }],
    [{ token, network: 'eip155:2' }],
    [{ receiver: null }],
  ])('rejects %o with INVALID_ARGUMENT', (params) => {
    expect(() => parsePreset(params as never, fake.networks)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
  })

  it('rejects a network that the site does not list, with its name', () => {
    expect(() => parsePreset({ network: 'eip155:99' }, fake.networks)).toThrow(/eip155:99 is not one of the networks/)
  })

  it('takes the network from the token', () => {
    expect(parsePreset({ token, amount: '.5' }, fake.networks)).toMatchObject({
      network: fake.networks[0],
      amount: '.5',
    })
  })
})
