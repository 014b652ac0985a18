const MAX_URL = 200_000

/** URL of the image in a name's text record `avatar`; `undefined` for NFTs and for URLs that a page cannot display. */
export function avatarUrlOf(record: string | null): string | undefined {
  if (record === null || record.length > MAX_URL) return undefined
  const [, path] = /^ipfs:\/\/(?:ipfs\/)?([\w/.-]+)$/.exec(record) ?? []
  if (path !== undefined) return `https://ipfs.io/ipfs/${path}`
  return /^(https:\/\/|data:image\/)/.test(record) ? record : undefined
}
