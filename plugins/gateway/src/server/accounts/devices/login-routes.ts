import { type Context, Hono } from 'hono'
import { RequestError } from '../../http.js'
import type { Session } from '../sessions.js'
import type { DeviceLinks } from './device-links.js'
import type { AccountLogin, Logins } from './logins.js'

interface LoginRoutesDependencies {
  readonly logins: Logins
  readonly links: Pick<DeviceLinks, 'unregister'>
  /** Session of a request. Rejects with `UNAUTHORIZED`. */
  sessionOf(c: Context): Promise<Session>
}

/**
 * Routes that list and end the account's logins. Each login belongs to one browser and one site. The routes require a session but no signature of the
 * account's key, so that a visitor who has lost a device can end the login of that device from any other device.
 */
export function loginRoutes({ logins, links, sessionOf }: LoginRoutesDependencies): Hono {
  const routes = new Hono()
  /** Unregisters the browsers of ended logins: their next login needs a link again. Skips browsers that also have a continuing login. */
  const unregister = async (ended: readonly AccountLogin[], continuing: readonly AccountLogin[]): Promise<void> => {
    const continuingDevices = new Set(continuing.map(({ device }) => device))
    const devices = new Set(ended.map(({ device }) => device))
    for (const device of devices)
      if (device !== undefined && !continuingDevices.has(device)) await links.unregister(device)
  }
  const end = async (accountId: string, isEnded: (login: AccountLogin) => boolean): Promise<number> => {
    const list = await logins.list(accountId)
    const [ending, continuing] = [list.filter(isEnded), list.filter((login) => !isEnded(login))]
    await unregister(ending, continuing) // before `logins.end`: if this fails, the logins are still listed, so the visitor can try again
    const ended = await logins.end(accountId, isEnded)
    // logins that began after `list` was read
    const added = ended.filter(({ id }) => !ending.some((login) => login.id === id))
    if (added.length > 0) await unregister(added, await logins.list(accountId))
    return ended.length
  }
  routes.get('/accounts/devices', async (c) => {
    const { accountId, login } = await sessionOf(c)
    const list = await logins.list(accountId)
    return c.json({
      devices: list.map(({ device: _, ...entry }) => ({ ...entry, isCurrent: entry.id === login })),
    })
  })
  routes.delete('/accounts/devices', async (c) => {
    const { accountId, login } = await sessionOf(c)
    return c.json({ ended: await end(accountId, ({ id }) => id !== login) })
  })
  routes.delete('/accounts/devices/:id', async (c) => {
    const { accountId } = await sessionOf(c)
    const ended = await end(accountId, ({ id }) => id === c.req.param('id'))
    if (ended === 0) throw new RequestError('NOT_FOUND', 'This device is not logged in.')
    return c.json({ ended })
  })
  return routes
}
