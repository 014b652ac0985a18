export type Social = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'

/** Services whose login opens a window. */
export type WindowSocial = Exclude<Social, 'farcaster'>

export const socialNames: Readonly<Record<Social, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}

/** Whether this version knows a service with this id. */
export const isSocial = (id: string): id is Social => Object.hasOwn(socialNames, id)

/** Service with this id; `undefined` if the id is unknown, or its login opens no window. */
export const toWindowSocial = (id: string | undefined): WindowSocial | undefined =>
  id !== undefined && isSocial(id) && id !== 'farcaster' ? id : undefined

/** Name of the service with this id; `undefined` if the id is unknown. */
export const nameOf = (id: string | undefined): string | undefined =>
  new Map<string | undefined, string>(Object.entries(socialNames)).get(id)

/** Services that reject logins in Telegram's in-app browser, by a pattern for the user agent. */
const unusableInTelegram: readonly (readonly [RegExp, readonly Social[]])[] = [
  [/iPhone|iPad|iPod/, ['google']],
  [/Android/, ['facebook', 'x']],
  [/Macintosh/, ['x']],
]

/** Returns the services that work in this browser: all of `socials`, except some in Telegram's in-app browser. */
export function usableSocials(socials: readonly Social[], isTelegram: boolean, userAgent: string): readonly Social[] {
  if (!isTelegram) return socials
  const unusable = unusableInTelegram.find(([platform]) => platform.test(userAgent))?.[1] ?? []
  return socials.filter((social) => !unusable.includes(social))
}

/** Whether the page is in Telegram's in-app browser. `window.Telegram` alone is no proof: Telegram's scripts set it in every browser. */
export function isTelegram(): boolean {
  const { platform }: { readonly platform?: unknown } = Object(Object(Reflect.get(window, 'Telegram')).WebApp)
  return 'TelegramWebviewProxy' in window || (typeof platform === 'string' && platform !== 'unknown')
}
