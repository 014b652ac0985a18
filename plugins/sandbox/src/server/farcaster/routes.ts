import { parseRequest, RequestError, readJson } from '@wallet-modal/gateway/server'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Clock } from '../clock.js'
import { type Channel, channelRequest, createChannels, phoneAnswer } from './channels.js'
import { approve, phoneAccounts } from './phone.js'
import { requestPage, sentencePage } from './phone-page.js'

/** Path of the simulated Farcaster relay on the sandbox's origin. */
export const FARCASTER_PATH = '/farcaster'

const policy = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const decisionForm = v.object({
  channelToken: v.string(),
  account: v.picklist(phoneAccounts),
  decision: v.picklist(['approve', 'forge']),
})

/** Routes of the simulated Farcaster relay, with the API that Farcaster's clients use, and the page of the simulated phone. */
export function farcasterRoutes(clock: Clock): { readonly routes: Hono; clear(): void } {
  const channels = createChannels(clock)
  const routes = new Hono().basePath(FARCASTER_PATH)
  const tokenOf = (c: Context): string => /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''

  routes.post('/v1/channel', async (c) => {
    const request = parseRequest(channelRequest, await readJson(c))
    const phone = new URL(`${FARCASTER_PATH}/~/siwf`, c.req.url).href
    const [channelToken, { url, nonce }] = channels.open(request, (token) => `${phone}?channelToken=${token}`)
    return c.json({ channelToken, url, nonce }, 201)
  })
  routes.get('/v1/channel/status', (c) => {
    const channel = channels.find(tokenOf(c))
    if (!channel) return c.json({ error: 'Unauthorized' }, 401)
    if (!channel.answer) return c.json(stateOf(channel), 202)
    channels.close(tokenOf(c))
    return c.json(stateOf(channel))
  })
  routes.post('/v1/channel/authenticate', async (c) => {
    const channel = channels.find(tokenOf(c))
    if (!channel) return c.json({ error: 'Unauthorized' }, 401)
    channel.answer = parseRequest(phoneAnswer, await readJson(c))
    return c.json(stateOf(channel), 201)
  })
  routes.get('/~/siwf', (c) => {
    c.header('Referrer-Policy', 'same-origin') // with the app's default, `no-referrer`, browsers would send the form with the origin "null"
    c.header('Content-Security-Policy', policy)
    const token = c.req.query('channelToken') ?? ''
    const channel = channels.find(token)
    return channel
      ? c.html(requestPage(channel.request.domain, token))
      : c.html(sentencePage('This request has expired.'), 404)
  })
  routes.post('/~/siwf', async (c) => {
    c.header('Content-Security-Policy', policy)
    const { channelToken, account, decision } = parseRequest(decisionForm, await c.req.parseBody())
    const channel = channels.find(channelToken)
    if (!channel) throw new RequestError('NOT_FOUND', 'This request has expired.')
    const relayUrl = new URL(FARCASTER_PATH, c.req.url).href
    await approve({ relayUrl, channelToken, channel, account, isForged: decision === 'forge' })
    return c.html(sentencePage('The answer was sent. Go back to the site.'))
  })
  return { routes, clear: channels.clear }
}

const stateOf = ({ url, nonce, request: { acceptAuthAddress, ...signatureParams }, answer }: Channel) => ({
  state: answer ? 'completed' : 'pending',
  nonce,
  url,
  ...answer,
  acceptAuthAddress,
  signatureParams,
  metadata: { ip: '127.0.0.1', userAgent: '' },
})
