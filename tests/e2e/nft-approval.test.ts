import { localContracts } from '@wallet-modal/sandbox/server'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  getAddress,
  parseAbi,
  parseEther,
  zeroAddress,
} from 'viem'
import { expect, it } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { openWith } from './support/scripted.js'
import { chainAt, fundedKey } from './support/send-page.js'
import { senderOf, serveSender } from './support/sender.js'
import { createStage } from './support/stage.js'

const collection = getAddress(localContracts.tiles)
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const mint = parseAbi(['function mint(address to)'])

const stage = createStage({
  serve: (sandboxUrl) => serveSender({ sandboxUrl, family: 'eip155', networks: localNetworks(sandboxUrl).slice(0, 1) }),
})

it('approve of an NFT contract is a permission to transfer one NFT, and approve of a token a spending limit', async () => {
  const chain = chainAt(stage.sandboxUrl)
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('5'))
  const { page } = await openWith(stage, { zephyr: { namespace: 'eip155', name: 'Zephyr', keys: [key] } })
  const send = senderOf(page)
  await send.connect('Zephyr')
  const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [address] })
  const { balanceChanges } = await send.prepareCalls([{ to: collection, data }])
  expect((await send.submit()).status).toBe('sent')
  const [{ assetId = '' } = {}] = balanceChanges === 'unavailable' ? [] : balanceChanges
  const tokenId = BigInt(assetId.split('/')[2] ?? -1)
  const reader = { abi: erc721Abi, address: collection, args: [tokenId] } as const
  await expect.poll(() => chain.readContract({ ...reader, functionName: 'ownerOf' })).toBe(address)

  const approvalOf = (spender: Address, to = collection) =>
    send.prepareCalls([
      { to, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, tokenId] }) },
    ])
  const approvedAccount = () => chain.readContract({ ...reader, functionName: 'getApproved' })
  const nft = { type: 'approval', assetId: `eip155:31337/erc721:${collection}/${tokenId}` }
  expect((await approvalOf(friend)).actions).toEqual([{ ...nft, amount: 1n, spender: friend }])
  expect((await send.submit()).status).toBe('sent')
  await expect.poll(approvedAccount).toBe(friend)
  expect((await approvalOf(zeroAddress)).actions).toEqual([{ ...nft, amount: 0n, spender: zeroAddress }])
  expect((await send.submit()).status).toBe('sent')
  await expect.poll(approvedAccount).toBe(zeroAddress)

  const token = getAddress(localContracts.tokens[0]?.address ?? zeroAddress)
  expect((await approvalOf(friend, token)).actions).toEqual([
    { type: 'approval', assetId: `eip155:31337/erc20:${token}`, amount: tokenId, spender: friend },
  ])
})
