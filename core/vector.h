/* gst-video-features
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One vector of floats of the CPU level that a file is compiled for, as wide as
 * the level has them. Sums, products and differences are the compiler's; what
 * C has no operator for is an intrinsic here: fused multiply-add, minimum and
 * maximum, square root, masks of comparisons, transposition.
 */
#pragma once

#include "macros.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__)     \
    && defined(__AVX512VL__)
#define VF_LANES 16
#elif defined(__AVX2__) && defined(__FMA__)
#define VF_LANES 8
#else
#define VF_LANES 4
#endif

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/* A name of this level: name_v3, say. */
#define VF_LEVEL_NAME__(name, level) name##_##level
#define VF_LEVEL_NAME_(name, level)  VF_LEVEL_NAME__ (name, level)
#define VF_LEVEL_NAME(name)          VF_LEVEL_NAME_ (name, VF_LEVEL)

typedef gfloat Vec __attribute__ ((vector_size (VF_LANES * 4)));

/* Results of comparisons: all bits of a lane, or none. */
typedef gint32 VecInt __attribute__ ((vector_size (VF_LANES * 4)));
typedef guint32 VecUint __attribute__ ((vector_size (VF_LANES * 4)));

typedef gfloat VecQuad __attribute__ ((vector_size (16)));

#define VEC_INLINE static inline __attribute__ ((always_inline))

VEC_INLINE Vec
vec_set (gfloat value)
{
  return value - (Vec){ 0 };
}

VEC_INLINE Vec
vec_load (const gfloat *from)
{
  return *(const Vec *) from;
}

VEC_INLINE void
vec_store (gfloat *to, Vec v)
{
  *(Vec *) to = v;
}

/* vec_fma: a b + c, rounded once.
 * vec_min, vec_max: where a is NaN, b.
 * vec_mask: bit i is set where lane i of a comparison is.
 * vec_join: the 16 bytes at j are those at `from` + 4 j `stride`.
 * vec_transpose_4: v[i] of 4 vectors holds, 4 floats at a time, what lane
 * 4 j + i of each held: the 16 bytes at j are those of lane 4 j + i.
 * vec_quad: the 16 bytes at j.
 */

#if VF_LANES == 16

VEC_INLINE Vec
vec_fma (Vec a, Vec b, Vec c)
{
  return _mm512_fmadd_ps (a, b, c);
}

VEC_INLINE Vec
vec_min (Vec a, Vec b)
{
  return _mm512_min_ps (a, b);
}

VEC_INLINE Vec
vec_max (Vec a, Vec b)
{
  return _mm512_max_ps (a, b);
}

VEC_INLINE Vec
vec_sqrt (Vec a)
{
  return _mm512_sqrt_ps (a);
}

VEC_INLINE guint
vec_mask (VecInt v)
{
  return _mm512_movepi32_mask ((__m512i) v);
}

VEC_INLINE Vec
vec_join (const guint8 *from, gsize stride)
{
  __m512 v = _mm512_castps128_ps512 (_mm_loadu_ps ((const gfloat *) from));

  v = _mm512_insertf32x4 (
      v, _mm_loadu_ps ((const gfloat *) (from + 4 * stride)), 1);
  v = _mm512_insertf32x4 (
      v, _mm_loadu_ps ((const gfloat *) (from + 8 * stride)), 2);
  return _mm512_insertf32x4 (
      v, _mm_loadu_ps ((const gfloat *) (from + 12 * stride)), 3);
}

#define VEC_UNPACK_LO(a, b) (Vec) _mm512_unpacklo_ps (a, b)
#define VEC_UNPACK_HI(a, b) (Vec) _mm512_unpackhi_ps (a, b)
#define VEC_JOIN_LO(a, b)   (Vec) _mm512_shuffle_ps (a, b, 0x44)
#define VEC_JOIN_HI(a, b)   (Vec) _mm512_shuffle_ps (a, b, 0xee)

#elif VF_LANES == 8

VEC_INLINE Vec
vec_fma (Vec a, Vec b, Vec c)
{
  return _mm256_fmadd_ps (a, b, c);
}

VEC_INLINE Vec
vec_min (Vec a, Vec b)
{
  return _mm256_min_ps (a, b);
}

VEC_INLINE Vec
vec_max (Vec a, Vec b)
{
  return _mm256_max_ps (a, b);
}

VEC_INLINE Vec
vec_sqrt (Vec a)
{
  return _mm256_sqrt_ps (a);
}

VEC_INLINE guint
vec_mask (VecInt v)
{
  return (guint) _mm256_movemask_ps ((__m256) v);
}

VEC_INLINE Vec
vec_join (const guint8 *from, gsize stride)
{
  return _mm256_insertf128_ps (
      _mm256_castps128_ps256 (_mm_loadu_ps ((const gfloat *) from)),
      _mm_loadu_ps ((const gfloat *) (from + 4 * stride)), 1);
}

#define VEC_UNPACK_LO(a, b) (Vec) _mm256_unpacklo_ps (a, b)
#define VEC_UNPACK_HI(a, b) (Vec) _mm256_unpackhi_ps (a, b)
#define VEC_JOIN_LO(a, b)   (Vec) _mm256_shuffle_ps (a, b, 0x44)
#define VEC_JOIN_HI(a, b)   (Vec) _mm256_shuffle_ps (a, b, 0xee)

#elif defined(__x86_64__)

/* Without the instruction. In double the product is exact, and rounding the sum
 * twice errs only where the first rounding ends half-way between two floats, or
 * among those too small for 24 bits. There, which is rare, the C library's. */
VEC_INLINE gboolean
vec_is_doubtful (__m128d sum)
{
  const __m128i below = _mm_set1_epi64x ((1 << 29) - 1);
  const __m128i half = _mm_set1_epi64x (1 << 28);
  const __m128d sign = _mm_set1_pd (-0.0);
  __m128i rest = _mm_and_si128 (_mm_castpd_si128 (sum), below);
  __m128d size = _mm_andnot_pd (sign, sum);
  __m128d small =
      _mm_and_pd (_mm_cmplt_pd (size, _mm_set1_pd (2 * (gdouble) G_MINFLOAT)),
          _mm_cmpneq_pd (size, _mm_setzero_pd ()));

  return _mm_movemask_pd (
             _mm_or_pd (small, _mm_castsi128_pd (_mm_cmpeq_epi64 (rest, half))))
         != 0;
}

static __attribute__ ((noinline, unused)) Vec
vec_fma_slowly (Vec a, Vec b, Vec c)
{
  for (guint i = 0; i < VF_LANES; i++)
    c[i] = fmaf (a[i], b[i], c[i]);
  return c;
}

VEC_INLINE Vec
vec_fma (Vec a, Vec b, Vec c)
{
  __m128d lo = _mm_add_pd (
      _mm_mul_pd (_mm_cvtps_pd (a), _mm_cvtps_pd (b)), _mm_cvtps_pd (c));
  __m128d hi = _mm_add_pd (_mm_mul_pd (_mm_cvtps_pd (_mm_movehl_ps (a, a)),
                               _mm_cvtps_pd (_mm_movehl_ps (b, b))),
      _mm_cvtps_pd (_mm_movehl_ps (c, c)));

  if (__builtin_expect (vec_is_doubtful (lo) | vec_is_doubtful (hi), 0))
    return vec_fma_slowly (a, b, c);
  return _mm_movelh_ps (_mm_cvtpd_ps (lo), _mm_cvtpd_ps (hi));
}

VEC_INLINE Vec
vec_min (Vec a, Vec b)
{
  return _mm_min_ps (a, b);
}

VEC_INLINE Vec
vec_max (Vec a, Vec b)
{
  return _mm_max_ps (a, b);
}

VEC_INLINE Vec
vec_sqrt (Vec a)
{
  return _mm_sqrt_ps (a);
}

VEC_INLINE guint
vec_mask (VecInt v)
{
  return (guint) _mm_movemask_ps ((__m128) v);
}

VEC_INLINE Vec
vec_join (const guint8 *from, gsize stride)
{
  Vec v;

  memcpy (&v, from, sizeof v);
  return v;
}

#define VEC_UNPACK_LO(a, b) (Vec) _mm_unpacklo_ps (a, b)
#define VEC_UNPACK_HI(a, b) (Vec) _mm_unpackhi_ps (a, b)
#define VEC_JOIN_LO(a, b)   (Vec) _mm_shuffle_ps (a, b, 0x44)
#define VEC_JOIN_HI(a, b)   (Vec) _mm_shuffle_ps (a, b, 0xee)

#elif defined(__aarch64__)

VEC_INLINE Vec
vec_fma (Vec a, Vec b, Vec c)
{
  return vfmaq_f32 (c, a, b);
}

VEC_INLINE Vec
vec_min (Vec a, Vec b)
{
  return vminnmq_f32 (a, b);
}

VEC_INLINE Vec
vec_max (Vec a, Vec b)
{
  return vmaxnmq_f32 (a, b);
}

VEC_INLINE Vec
vec_sqrt (Vec a)
{
  return vsqrtq_f32 (a);
}

VEC_INLINE guint
vec_mask (VecInt v)
{
  const VecInt bits = { 1, 2, 4, 8 };

  return (guint) vaddvq_s32 (v & bits);
}

VEC_INLINE Vec
vec_join (const guint8 *from, gsize stride)
{
  Vec v;

  memcpy (&v, from, sizeof v);
  return v;
}

#define VEC_UNPACK_LO(a, b) (Vec) vzip1q_f32 (a, b)
#define VEC_UNPACK_HI(a, b) (Vec) vzip2q_f32 (a, b)
#define VEC_JOIN_LO(a, b)                                                      \
  (Vec) vzip1q_f64 ((float64x2_t) (a), (float64x2_t) (b))
#define VEC_JOIN_HI(a, b)                                                      \
  (Vec) vzip2q_f64 ((float64x2_t) (a), (float64x2_t) (b))

#else
#error "no vectors for this machine"
#endif

VEC_INLINE void
vec_transpose_4 (Vec v[4])
{
  Vec a = VEC_UNPACK_LO (v[0], v[1]), b = VEC_UNPACK_LO (v[2], v[3]);
  Vec c = VEC_UNPACK_HI (v[0], v[1]), d = VEC_UNPACK_HI (v[2], v[3]);

  v[0] = VEC_JOIN_LO (a, b);
  v[1] = VEC_JOIN_HI (a, b);
  v[2] = VEC_JOIN_LO (c, d);
  v[3] = VEC_JOIN_HI (c, d);
}

VEC_INLINE VecQuad
vec_quad (Vec v, guint j)
{
  union {
    Vec all;
    VecQuad quads[VF_LANES / 4];
  } parts = { .all = v };

  return parts.quads[j];
}
