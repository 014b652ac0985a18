import { definePlugin, endpoints } from '@wallet-modal/kernel'
import { type GatewayOptions, options } from './options.js'

export type { GatewayOptions } from './options.js'

/**
 * Sends the modal's service requests to a gateway: a server of your own that replaces the hosted services. URLs that the site sets in `endpoints` take
 * precedence.
 */
export const gateway = definePlugin({
  name: '@wallet-modal/gateway',
  kernel: '^0.1',
  ...(process.env.NODE_ENV !== 'production' && { options }),
  setup(ctx, { url, services = ['blockchain', 'analytics'] }: GatewayOptions) {
    if (url === undefined) ctx.log.warn('The option "url" is not set, so the gateway replaces no service.')
    else for (const service of services) ctx.add(endpoints, { service, url: url.replace(/\/+$/, '') })
  },
})
