#!/bin/sh
# Makes the streams of this folder anew; needs ffmpeg. 6 s of a picture that changes, a key frame each second, no sound.
set -e
cd "$(dirname "$0")"
encode() {
  ffmpeg -hide_banner -loglevel error -y -f lavfi -i testsrc2=size=96x54:rate=8:duration=6 \
    -c:v libx264 -profile:v baseline -pix_fmt yuv420p -preset veryslow -crf 34 -g 8 -keyint_min 8 -sc_threshold 0 -an "$@"
}
encode -f flv -flvflags no_duration_filesize stream.flv
encode -f mpegts -mpegts_flags resend_headers+initial_discontinuity stream.mpegts
# Without its list: the tests write it.
encode -f hls -hls_time 2 -hls_list_size 0 -hls_segment_filename 'segment-%d.mpegts' list.m3u8
rm list.m3u8
