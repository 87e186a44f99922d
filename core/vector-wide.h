/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Besides vector.h: doubles, and whole numbers of several widths.
 */
#pragma once

#include "vector.h"

/* 16 bytes of smaller numbers. */
typedef guint8 VecBytes __attribute__ ((vector_size (16)));
typedef guint16 VecWords __attribute__ ((vector_size (16)));
typedef guint32 VecQuadUint __attribute__ ((vector_size (16)));
typedef guint64 VecTwo __attribute__ ((vector_size (16)));

/* Half as many doubles. */
typedef gdouble VecWide __attribute__ ((vector_size (VF_LANES * 4)));

/* At any address. */
typedef VecUint VecUintAnywhere __attribute__ ((aligned (4), may_alias));
typedef Vec VecAnywhere __attribute__ ((aligned (4), may_alias));

/* vec_wide_low, vec_wide_high: a half of the lanes, as doubles.
 * vec_narrow: two such halves, rounded.
 * vec_from_words: VF_LANES numbers of 16 bits from any address, vec_from_bytes:
 * of 8 bits.
 * vec_prefix: each lane the sum of those up to it.
 * vec_evens, vec_odds: every second number of a and then of b.
 * vec_shorten: those of a and then of b, which are below 2^16.
 * vec_pick: byte i is the byte of v of number places[i], below 16.
 */

#if VF_LANES == 16

VEC_INLINE VecWide
vec_wide_low (VecInt v)
{
  return _mm512_cvtepi32_pd (_mm512_castsi512_si256 ((__m512i) v));
}

VEC_INLINE VecWide
vec_wide_high (VecInt v)
{
  return _mm512_cvtepi32_pd (_mm512_extracti64x4_epi64 ((__m512i) v, 1));
}

VEC_INLINE Vec
vec_narrow (VecWide low, VecWide high)
{
  return _mm512_insertf32x8 (_mm512_castps256_ps512 (_mm512_cvtpd_ps (low)),
      _mm512_cvtpd_ps (high), 1);
}

VEC_INLINE VecWide
vec_wide_sqrt (VecWide v)
{
  return _mm512_sqrt_pd (v);
}

VEC_INLINE VecUint
vec_from_words (const guint8 *from)
{
  return (VecUint) _mm512_cvtepu16_epi32 (
      _mm256_loadu_si256 ((const __m256i *) from));
}

VEC_INLINE VecUint
vec_from_bytes (const guint8 *from)
{
  return (VecUint) _mm512_cvtepu8_epi32 (
      _mm_loadu_si128 ((const __m128i *) from));
}

/* v, n lanes further on, after zeros. */
#define VEC_LATER(v, n)                                                        \
  (VecUint) _mm512_alignr_epi32 (                                              \
      (__m512i) (v), _mm512_setzero_si512 (), VF_LANES - (n))

VEC_INLINE VecUint
vec_prefix (VecUint v)
{
  v += VEC_LATER (v, 1);
  v += VEC_LATER (v, 2);
  v += VEC_LATER (v, 4);
  return v + VEC_LATER (v, 8);
}

#elif VF_LANES == 8

VEC_INLINE VecWide
vec_wide_low (VecInt v)
{
  return _mm256_cvtepi32_pd (_mm256_castsi256_si128 ((__m256i) v));
}

VEC_INLINE VecWide
vec_wide_high (VecInt v)
{
  return _mm256_cvtepi32_pd (_mm256_extracti128_si256 ((__m256i) v, 1));
}

VEC_INLINE Vec
vec_narrow (VecWide low, VecWide high)
{
  return _mm256_insertf128_ps (_mm256_castps128_ps256 (_mm256_cvtpd_ps (low)),
      _mm256_cvtpd_ps (high), 1);
}

VEC_INLINE VecWide
vec_wide_sqrt (VecWide v)
{
  return _mm256_sqrt_pd (v);
}

VEC_INLINE VecUint
vec_from_words (const guint8 *from)
{
  return (VecUint) _mm256_cvtepu16_epi32 (
      _mm_loadu_si128 ((const __m128i *) from));
}

VEC_INLINE VecUint
vec_from_bytes (const guint8 *from)
{
  return (VecUint) _mm256_cvtepu8_epi32 (
      _mm_loadl_epi64 ((const __m128i *) from));
}

/* Each half on its own, then the first one's sum to the second. */
VEC_INLINE VecUint
vec_prefix (VecUint v)
{
  __m256i sum = (__m256i) v, low;

  sum = _mm256_add_epi32 (sum, _mm256_slli_si256 (sum, 4));
  sum = _mm256_add_epi32 (sum, _mm256_slli_si256 (sum, 8));
  low = _mm256_permute2x128_si256 (sum, sum, 0x08);
  return (VecUint) _mm256_add_epi32 (sum, _mm256_shuffle_epi32 (low, 0xff));
}

#elif defined(__x86_64__)

VEC_INLINE VecWide
vec_wide_low (VecInt v)
{
  return _mm_cvtepi32_pd ((__m128i) v);
}

VEC_INLINE VecWide
vec_wide_high (VecInt v)
{
  return _mm_cvtepi32_pd (_mm_unpackhi_epi64 ((__m128i) v, (__m128i) v));
}

VEC_INLINE Vec
vec_narrow (VecWide low, VecWide high)
{
  return _mm_movelh_ps (_mm_cvtpd_ps (low), _mm_cvtpd_ps (high));
}

VEC_INLINE VecWide
vec_wide_sqrt (VecWide v)
{
  return _mm_sqrt_pd (v);
}

VEC_INLINE VecUint
vec_from_words (const guint8 *from)
{
  return (VecUint) _mm_cvtepu16_epi32 (
      _mm_loadl_epi64 ((const __m128i *) from));
}

VEC_INLINE VecUint
vec_from_bytes (const guint8 *from)
{
  gint32 bytes;

  memcpy (&bytes, from, sizeof bytes);
  return (VecUint) _mm_cvtepu8_epi32 (_mm_cvtsi32_si128 (bytes));
}

VEC_INLINE VecUint
vec_prefix (VecUint v)
{
  v += (VecUint) _mm_slli_si128 ((__m128i) v, 4);
  return v + (VecUint) _mm_slli_si128 ((__m128i) v, 8);
}

#else

VEC_INLINE VecWide
vec_wide_low (VecInt v)
{
  return vcvtq_f64_s64 (vmovl_s32 (vget_low_s32 (v)));
}

VEC_INLINE VecWide
vec_wide_high (VecInt v)
{
  return vcvtq_f64_s64 (vmovl_high_s32 (v));
}

VEC_INLINE Vec
vec_narrow (VecWide low, VecWide high)
{
  return vcvt_high_f32_f64 (vcvt_f32_f64 (low), high);
}

VEC_INLINE VecWide
vec_wide_sqrt (VecWide v)
{
  return vsqrtq_f64 (v);
}

VEC_INLINE VecUint
vec_from_words (const guint8 *from)
{
  return vmovl_u16 (vreinterpret_u16_u8 (vld1_u8 (from)));
}

VEC_INLINE VecUint
vec_from_bytes (const guint8 *from)
{
  guint32 bytes;

  memcpy (&bytes, from, sizeof bytes);
  return vmovl_u16 (vget_low_u16 (vmovl_u8 (vcreate_u8 (bytes))));
}

VEC_INLINE VecUint
vec_prefix (VecUint v)
{
  v += vextq_u32 (vdupq_n_u32 (0), v, 3);
  return v + vextq_u32 (vdupq_n_u32 (0), v, 2);
}

#endif

#if defined(__x86_64__)

VEC_INLINE VecQuadUint
vec_evens (VecQuadUint a, VecQuadUint b)
{
  return (VecQuadUint) _mm_shuffle_ps ((__m128) a, (__m128) b, 0x88);
}

VEC_INLINE VecQuadUint
vec_odds (VecQuadUint a, VecQuadUint b)
{
  return (VecQuadUint) _mm_shuffle_ps ((__m128) a, (__m128) b, 0xdd);
}

VEC_INLINE VecWords
vec_shorten (VecQuadUint a, VecQuadUint b)
{
  return (VecWords) _mm_packus_epi32 ((__m128i) a, (__m128i) b);
}

VEC_INLINE VecBytes
vec_pick (VecBytes v, VecBytes places)
{
  return (VecBytes) _mm_shuffle_epi8 ((__m128i) v, (__m128i) places);
}

#else

VEC_INLINE VecQuadUint
vec_evens (VecQuadUint a, VecQuadUint b)
{
  return vuzp1q_u32 (a, b);
}

VEC_INLINE VecQuadUint
vec_odds (VecQuadUint a, VecQuadUint b)
{
  return vuzp2q_u32 (a, b);
}

VEC_INLINE VecWords
vec_shorten (VecQuadUint a, VecQuadUint b)
{
  return vmovn_high_u32 (vmovn_u32 (a), b);
}

VEC_INLINE VecBytes
vec_pick (VecBytes v, VecBytes places)
{
  return vqtbl1q_u8 (v, places);
}

#endif
