/** Originator of a change: an API client, an operator's command, a PSU, or the system itself (workers). */
export interface Actor {
  type: 'client' | 'operator' | 'psu' | 'system'
  id?: string
}
