import { startSandbox } from '@wallet-modal/sandbox/server'
import { expect, it } from 'vitest'
import { freePort } from '../setup/ports.mjs'
import { logIn, newEmail, serveEmailSite } from './support/email-site.js'
import { createVisits } from './support/visits.js'

const visits = createVisits()

it('after a restart of the sandbox, the same browser can log in with the same email address', async () => {
  const port = await freePort()
  const first = await startSandbox({ port })
  const site = await serveEmailSite(first.url)
  const { page } = await visits.open(site.url)
  const email = newEmail()
  const { address } = await logIn(page, email)
  await first.stop()

  const second = await startSandbox({ port })
  try {
    await page.reload()
    const { address: newAddress } = await logIn(page, email)
    expect(newAddress).not.toBe(address) // the sandbox keeps accounts in memory
  } finally {
    await second.stop()
    await site.close()
  }
})
