import { type Context, isWalletModalError, signal } from '@wallet-modal/kernel'
import type { AnalyticsEvent } from './contract.js'

const anyReply = {
  '~standard': { version: 1, vendor: 'wallet-modal', validate: (value: unknown) => ({ value }) },
} as const

type SenderContext = Pick<Context, 'api' | 'effect' | 'toast' | 't' | 'log'>

/**
 * Returns a function that sends events to the service `analytics`, in order. An event whose request fails is not sent again. Drops all later
 * events after a 403 response, if there is no analytics service, or if the catalogue disables analytics.
 */
export function createSender({ api, effect, toast, t, log }: SenderContext): (event: AnalyticsEvent) => void {
  let isOff = false
  let last: Promise<void> | undefined
  const isRefused = signal(false)
  effect(() => {
    if (isRefused.value) queueMicrotask(() => toast.error(() => t('analytics.invalidConfiguration')))
  })
  const stop = (reason: string): void => {
    isOff = true
    log.debug(reason)
  }
  const checkEnabled = async (): Promise<void> => {
    if (!(await isEnabled(api))) stop('Analytics is disabled for this project.')
  }
  const send = async (event: AnalyticsEvent): Promise<void> => {
    if (isOff) return
    try {
      await api.service('analytics').post('/e', event, { schema: anyReply })
    } catch (error) {
      if (!isWalletModalError(error)) return log.warn(error)
      if (error.code === 'NO_PROJECT_ID') stop('No analytics service is set.')
      if (error.status !== 403) return
      stop('The analytics service rejects this site’s origin. Add the origin to the project’s settings.')
      isRefused.value = true
    }
  }
  return (event) => {
    last = (last ?? checkEnabled()).then(() => send(event))
  }
}

/** Whether the catalogue enables analytics for this site. True for a site without a catalogue; false if the catalogue cannot be read. */
async function isEnabled(api: Context['api']): Promise<boolean> {
  try {
    const config = await api.service('catalogue').get('/getAnalyticsConfig', { schema: anyReply })
    return Reflect.get(Object(config), 'isAnalyticsEnabled') === true
  } catch (error) {
    return isWalletModalError(error) && error.code === 'NO_PROJECT_ID'
  }
}
