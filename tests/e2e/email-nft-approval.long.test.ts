import { localContracts } from '@wallet-modal/sandbox/server'
import { type Address, encodeFunctionData, erc721Abi, parseAbi, parseEther, parseEventLogs, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { logIn, newEmail, press, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { chainAt } from './support/send-page.js'
import { createStage } from './support/stage.js'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const to = localContracts.tiles
const mint = parseAbi(['function mint(address to)'])

const stage = createStage({ serve: serveEmailSite })

it('the embedded wallet shows approve of an NFT contract as a permission to transfer one NFT', async () => {
  const chain = chainAt(stage.sandboxUrl)
  const { page } = await stage.open({ wallets: [] })
  const { address } = await logIn(page, newEmail())
  await chain.setBalance({ address, value: parseEther('3') })
  await chain.impersonateAccount({ address: friend })
  const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [address] })
  const hash = await chain.sendTransaction({ account: friend, to, data, chain: null })
  const { logs } = await chain.waitForTransactionReceipt({ hash })
  const [minted] = parseEventLogs({ abi: erc721Abi, eventName: 'Transfer', logs })
  const { tokenId = 0n } = minted?.args ?? {}

  const approve = async (spender: Address, title: string) => {
    const call = encodeFunctionData({ abi: erc721Abi, functionName: 'approve', args: [spender, tokenId] })
    const sent = requestOf(page, 'eth_sendTransaction', [{ from: address, to, data: call }])
    await wallet(page).getByRole('heading', { name: title }).waitFor()
    const warning = wallet(page).getByText('The spender can take this NFT of the collection below at any time')
    expect(await warning.count()).toBe(spender === zeroAddress ? 0 : 1)
    await press(page, 'Approve')
    await sent
    const read = { abi: erc721Abi, address: to, functionName: 'getApproved', args: [tokenId] } as const
    await expect.poll(() => chain.readContract(read)).toBe(spender)
  }
  await approve(friend, `Allow the transfer of NFT #${tokenId}`)
  await approve(zeroAddress, `Remove the permission to transfer NFT #${tokenId}`)
})
