/** Message from the preview, which is a frame, to its parent page. */
export type FromPreview =
  | {
      readonly playground: 'state'
      readonly isOpen: boolean
      readonly address: string | null
      readonly caipNetworkId: string | null
      readonly problems: readonly string[]
    }
  | { readonly playground: 'event'; readonly name: string }

/** Message from the parent page to the preview. */
export interface ToPreview {
  readonly playground: 'open'
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Parses a message of the preview; `undefined` for other messages, such as those of browser extensions. */
export function readFromPreview(data: unknown): FromPreview | undefined {
  if (!isRecord(data)) return undefined
  const { playground, name, isOpen, address, caipNetworkId, problems } = data
  if (playground === 'event' && typeof name === 'string') return { playground, name }
  if (playground !== 'state' || !Array.isArray(problems)) return undefined
  return {
    playground,
    isOpen: isOpen === true,
    address: typeof address === 'string' ? address : null,
    caipNetworkId: typeof caipNetworkId === 'string' ? caipNetworkId : null,
    problems: problems.filter((text) => typeof text === 'string'),
  }
}

export const isToPreview = (data: unknown): data is ToPreview => isRecord(data) && data.playground === 'open'
