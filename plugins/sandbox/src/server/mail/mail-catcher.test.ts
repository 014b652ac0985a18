import { expect, test, vi } from 'vitest'
import { createInbox } from './inbox.js'
import { createMailCatcher } from './mail-catcher.js'

const mail = { to: 'visitor@shop.example', subject: 'Code', text: '123456' }

test('a mail starts the mail server again after a failed start', async () => {
  const send = vi.fn(async () => undefined)
  const close = vi.fn(async () => undefined)
  const start = vi.fn(async () => ({ mailer: { send }, close })).mockRejectedValueOnce(new Error('no port'))
  const mailer = createMailCatcher(createInbox(), start)
  await expect(mailer.send(mail)).rejects.toThrow('no port')
  await mailer.send(mail)
  expect(send).toHaveBeenCalledExactlyOnceWith(mail)
  await mailer.close()
  expect(close).toHaveBeenCalledOnce()
})

test('closing does not fail if the mail server is not running', async () => {
  const mailer = createMailCatcher(createInbox(), async () => {
    throw new Error('no port')
  })
  await mailer.close()
  const sent = mailer.send(mail)
  await mailer.close()
  await expect(sent).rejects.toThrow('no port')
})
