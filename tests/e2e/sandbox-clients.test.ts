import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { describe, expect, it } from 'vitest'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'

/** A page that calls the sandbox's Solana node through common client libraries. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      script: `
        import { createSolanaRpc } from '@solana/kit'
        import { createSolanaRpc as createSecondRpc } from '@solana/web3.js'
        import { Connection } from '@solana/web3.js-1'
        const url = '${sandboxUrl}/v1/?chainId=${localSolanaNetwork.caipNetworkId}'
        window.ask = {
          'web3.js 1': async () => (await new Connection(url).getLatestBlockhash()).blockhash,
          'web3.js 2': async () => (await createSecondRpc(url).getLatestBlockhash().send()).value.blockhash,
          kit: async () => (await createSolanaRpc(url).getLatestBlockhash().send()).value.blockhash,
        }`,
    }),
})

describe('a page that calls the sandbox’s Solana node with its own client', () => {
  it.each(['web3.js 1', 'web3.js 2', 'kit'])('gets a recent blockhash through %s', async (client) => {
    const { page } = await stage.open()
    expect(await page.evaluate((name) => Reflect.get(window, 'ask')[name](), client)).toMatch(/^[\w]{32,44}$/)
  })
})
