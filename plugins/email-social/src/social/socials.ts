export type Social = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'

/** Services that log in through a window of their own. */
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

/** Services that refuse to log in inside of Telegram's browser, by platform. */
const refused: readonly (readonly [RegExp, readonly Social[]])[] = [
  [/iPhone|iPad|iPod/, ['google']],
  [/Android/, ['facebook', 'x']],
  [/Macintosh/, ['x']],
]

/** Leaves out what does not work in Telegram's browser. */
export function usableSocials(socials: readonly Social[], isTelegram: boolean, userAgent: string): readonly Social[] {
  if (!isTelegram) return socials
  const hidden = refused.find(([platform]) => platform.test(userAgent))?.[1] ?? []
  return socials.filter((one) => !hidden.includes(one))
}

export const isTelegram = (): boolean => 'TelegramWebviewProxy' in window || 'Telegram' in window
