const MAX_URL = 200_000

/** The picture that a name's text record `avatar` leads to; `undefined` for NFTs and for whatever no page can show as it is. */
export function avatarUrlOf(record: string | null): string | undefined {
  if (record === null || record.length > MAX_URL) return undefined
  const [, path] = /^ipfs:\/\/(?:ipfs\/)?([\w/.-]+)$/.exec(record) ?? []
  if (path !== undefined) return `https://ipfs.io/ipfs/${path}`
  return /^(https:\/\/|data:image\/)/.test(record) ? record : undefined
}
