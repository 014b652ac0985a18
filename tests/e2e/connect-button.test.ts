import { expect, it } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { connectWith, dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'

const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<main><wallet-modal-button label="Log in" chars-start="8"></wallet-modal-button></main>',
      script: `
      import { createElement } from 'react'
      import { hydrateRoot } from 'react-dom/client'
      import { createWalletModal } from '@wallet-modal/kernel'
      import { ConnectButton } from '@wallet-modal/kernel/connect-button'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      const modal = createWalletModal({
        metadata: { name: 'Page with ConnectButton' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [eip155(), connect(), account()],
      })
      const onRecoverableError = (error) => setTimeout(() => { throw error })
      hydrateRoot(
        document.querySelector('main'),
        createElement(ConnectButton, { modal, label: 'Log in', charsStart: 8 }),
        { onRecoverableError },
      )`,
    }),
})

it('ConnectButton hydrates the markup of a server, connects, shows the account, and opens its view', async () => {
  const { page } = await stage.open()
  const button = page.locator('wallet-modal-button').getByRole('button')
  await expect.poll(() => button.textContent()).toBe('Log in')
  await connectWith(button)
  await expect.poll(() => button.textContent()).toContain('0xf39Fd6…2266')
  await expect.poll(() => button.textContent()).toContain('ETH')
  await button.click()
  await row(page, 'Disconnect').click()
  await expect.poll(() => button.textContent()).toBe('Log in')
  await button.click()
  await dialog(page).waitFor()
})
