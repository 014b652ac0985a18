import type { AssetToken, Context, WalletConnection } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { other } from '../node.test.fixtures.js'
import { createWalletAccess } from '../transactions/wallet-access.js'
import { createSendHandler } from './handler.js'
import { contractOf } from './token.js'

const sends = createSendHandler({} as Context, createWalletAccess())

describe('an asset that can be sent', () => {
  it.each([
    ['the native coin', 'eip155:1/slip44:60', { contract: undefined }],
    ['an ERC-20 token', `eip155:1/erc20:${other}`, { contract: other }],
    ['no asset of another network', `eip155:10/erc20:${other}`, undefined],
    ['no coin of another network', 'eip155:137/slip44:966', undefined],
    ['no NFT', `eip155:1/erc721:${other}/1`, undefined],
    ['no invalid address', 'eip155:1/erc20:0x12', undefined],
  ])('is %s', (_, assetId, contract) => {
    const token = { assetId, caipNetworkId: 'eip155:1' } as AssetToken
    expect(contractOf(token)).toEqual(contract)
    expect(sends.canSend(token, {} as WalletConnection)).toBe(contract !== undefined)
  })
})
