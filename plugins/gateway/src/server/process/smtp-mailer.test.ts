import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { smtpMailer } from './smtp-mailer.js'

/** Starts a mail server on the IPv6 loopback address. It accepts each command. */
function startMailServer(): Promise<Server> {
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('data', () => socket.write('250 ok\r\n')).on('error', () => undefined)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '::1', () => resolve(server))
  })
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

it.skipIf(!hasIpv6)('connects to a mail server whose host is an IPv6 address', async () => {
  const server = await startMailServer()
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const mailer = await smtpMailer({ url: `smtp://[::1]:${port}`, from: 'login@shop.example' })
  try {
    await expect(mailer.verify()).resolves.toBeUndefined()
  } finally {
    mailer.close()
    server.close()
  }
})
