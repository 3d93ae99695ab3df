import gcoord from 'gcoord'

interface Point {
  lat: number
  lng: number
}

/**
 * Where a map in GCJ-02 draws a place; outside of China where it is. The middle of a view is shifted by it, so that marks stay
 * where they are: across a view the shift differs by little more than a px.
 */
export function shiftedToGcj({ lat, lng }: Point): Point {
  const [x, y] = gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02)
  return { lat: y, lng: x }
}
