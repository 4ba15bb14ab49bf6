/// A key with its certificate, PEM.
package struct TestKeyPair: Sendable {
    /// The private key.
    package let privateKey: String
    /// The certificate.
    package let certificate: String
}

/// The keys of the tests, made by `make-keys.sh`: public, and trusted by nobody else.
package enum TestKeys {
    /// The key provider.
    package static let provider = TestKeyPair(
        privateKey: """
            -----BEGIN RSA PRIVATE KEY-----
            MIIEowIBAAKCAQEAkMdBllVjJyG5sp9595HOMC6xYjzINVUCSbhSg9vSGCsfeW5O
            Pd0iX1Vpe4kODwfCXhX4s3mu7PnsQxNccqgW5tYv8Ht2rj5KMzoUOt6Jrlzyrk8i
            uOexfJP9jNWAhkVDGeBc942F5ZXWCK8loB+Tu32rxnPikQrYB1MF7qKjERkZLGIX
            tqBKSKEISH2R2pstc9AHbZbBnNvDRKc66m09GZOaNKYSu5NNVZ/ydJLTzA3218SV
            mWm0fMNunkeb8rPaIGyO01Wgw/2AqOn0vSG8v9GTg5TM2bDXulg7yS8rTNpLNznY
            cWUsXkvqpTsIWMMjJIQgSr0ktGRrppCwYCC9zwIDAQABAoIBADfTRVSJB0sjA34/
            ZSHTrIxCrO5i3pZF+bRgaRzkCb58/k1t/ah4GNVm014pqmycQtPRqAzYel1xPytc
            D1U8wFvxMhoKGWi1pxnapstOXQuJVqBk7lAbMwKE9As2ljDwCyAytdZU0VEGNjoy
            AxGbq3Trz+0daTshUcx9NHfgaX1hOfzzcFJs5YImH2Da4kA9vjfrlnD8+sMQvKdE
            QYbS59DGyoG2onX39AXo/0n8svLoi8qffHrjso5BsHeyn44/myscoZFzdpEjQcQw
            KdrrrwxVPwDJEoNJ33PBlyrU4A1Gsaq1rSLBwGqqTB/dVuc0JiVBSpJf48egYIdi
            R/yS3p0CgYEAypEItwYNx0/OuDAEbBzbDDkIaHKRFlMp04OFh23aAJc2/rjjr9Nt
            jupiAPQhcxEk2QxtDTF6kPlh5AZw3nk4LyT6egxUk4UfefLy+B/1H3PHhVwPUSeC
            XJSexqS/bVCAriDwjLKzISgf6uwG+/EoWMV95RjXYESasd3hG8FDDv0CgYEAtvfi
            yy08EyHK5avIGPh4q6JnzduwjRA6/lEbDCwcMqPwFndgYhm0x6oOJB+Z/w1EAl/r
            6V7KJzn5RvLW1XRYZ6SvmeewgojBTCKJtwMkLRe5FGZCFnbmUeFB/Z1aNg9JTJjW
            lgLvV01DDYEThao/NARVKfYg7V+XzTTQgryhZ7sCgYACbrlvETiLIy81UQZMkhAj
            Vm/+aRnK7da7voGU/cG3bhlv96JsUxqms7PXlRbtvc/2d0q79NMm+IevaFBkq4n8
            LvJ/ErTVTKzzFvLJ/gBAj3Be7psUe2f6WqKJeiL+WhAhhy28Us0J4eR4OrtevSeh
            4UVAwgqcElbVOffhEHIQtQKBgQCtOvsWBKjpMEhqtP6Jbc7KKcSAKiz5EdHY8S9b
            kfPMmlx42ON/XflERSSIXQcvbP7kBK9WT7Gz+/agjtCKXlJJJqo/XBZJMHNawySC
            Cs5YhyprPvn5TO95vHz/QtijcEuk4tvgQb0begIvKfMyzWJzvFpplSfNtoEB/6we
            67shewKBgBLKaDX7v6CSRwmgXi3MrrG56mDX3I05s6GxpWF3TnNsmkaIOdEVxVY6
            ecxBBrBiDqi+/isMUUKhw6DQIMdE1mjUNImNMCp1Su2b3WGoG88n/8KAUBw2/EgA
            iQK7acRe+w8+VOLUIziMc1mETf8BrGE7VNfShXo11VefeXkAU6xt
            -----END RSA PRIVATE KEY-----
            """,
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIDNTCCAh2gAwIBAgIUCumiBfldgL/D4q6dzZfeFx0wgbgwDQYJKoZIhvcNAQEL
            BQAwKTEUMBIGA1UECgwLdHZzaW0gdGVzdHMxETAPBgNVBAMMCHByb3ZpZGVyMCAX
            DTI2MTEyMTAzMDMxMVoYDzIxMjYxMDI4MDMwMzExWjApMRQwEgYDVQQKDAt0dnNp
            bSB0ZXN0czERMA8GA1UEAwwIcHJvdmlkZXIwggEiMA0GCSqGSIb3DQEBAQUAA4IB
            DwAwggEKAoIBAQCQx0GWVWMnIbmyn3n3kc4wLrFiPMg1VQJJuFKD29IYKx95bk49
            3SJfVWl7iQ4PB8JeFfizea7s+exDE1xyqBbm1i/we3auPkozOhQ63omuXPKuTyK4
            57F8k/2M1YCGRUMZ4Fz3jYXlldYIryWgH5O7favGc+KRCtgHUwXuoqMRGRksYhe2
            oEpIoQhIfZHamy1z0AdtlsGc28NEpzrqbT0Zk5o0phK7k01Vn/J0ktPMDfbXxJWZ
            abR8w26eR5vys9ogbI7TVaDD/YCo6fS9Iby/0ZODlMzZsNe6WDvJLytM2ks3Odhx
            ZSxeS+qlOwhYwyMkhCBKvSS0ZGumkLBgIL3PAgMBAAGjUzBRMB0GA1UdDgQWBBSg
            1pIkCES6oY2MhocpvKhB2GEdcTAfBgNVHSMEGDAWgBSg1pIkCES6oY2MhocpvKhB
            2GEdcTAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQBnM7SarkBP
            OPSVV1SfRciytbL36USxYTwTcBciqcP3H4IbMUpey4oIGY8gKwWAbBOQhfIlZxZU
            a4t3Gyqt4LJYFBUrkLpTuP9Hk8jKfrhY+N4KKxKzptLP2DDzY1TrjuZJ6eMOV5vc
            aimf9P58HrjAirWOIGV+Mq01EHHucfd0uc5vsfnWOF5CUqawk5MigdrsdLZn8aCc
            aAXX+DN6UGhILwKiSwBcrTMRcmkTmLgXq+vrhIKq2ep23kBdgjQfznVXSCfwjis6
            c8yw6DWj+Bm1hgOS42QQau/AmXz3o1izqsTo5sFvS3ika+IrMPMvTyPuwwDI9vsg
            8N7fzFAqhgtq
            -----END CERTIFICATE-----
            """)
    /// The key impostor.
    package static let impostor = TestKeyPair(
        privateKey: """
            -----BEGIN RSA PRIVATE KEY-----
            MIIEpAIBAAKCAQEAp3FYN4vYIIl2DLZTObz+NXurUEQbiQjgrhZSF0QIMsfGYTaZ
            rxTe3uc/T7mSvCkcS62Q8Po8XSdxX8+zHUn41pJlgqM4kdtmUj/kSxB4fTavXmyu
            qXA8D7NherbVPsWHVsmUAws5Wqevqq1ZdqCBJ9j8OZMBZdSNBXn22dozBvB3aaZX
            vzZ2rCzTTOWCWmICYIgxFNUu0cCypA2FOPyBC5XB2aZ9tZGS4yjEzCyD/mkOmP9I
            ig6flVCrkgjo35F313agzZKE+Od4XIDj9XSPc1UJdLJ4fWj8Ly+KBvjUhd0WUXM7
            KFG3ZJlOXwKwJGp+nsskIO2rXQFOWcXChE2GtwIDAQABAoIBAAI22tZ2ivfN2Y8h
            eh2cBOCVhMEdpXTny9DW4A8JX0e3TJr3KzZy2DT/vzPsCFIPWR3HFdDvU40H0IAB
            Mc/ZV+kT1okmZMEeXaQIzu6527NhiGrUlRq4g+gmlHYYT4mc+G/gCo0Ka5+/R/DB
            32+qKmBp24FcvaVTF5T9n+i8R0si2ByghPuONNHfKiNlMaHPbK9CMQQpE24mZiXR
            TkWvA/M30Skg6vDdlmRrbqEM/Cf4zy7J+H910sBM1MWJMNg/ORE53sPDTiQZn6+H
            DhshZmUxBMXK1twAnAK4tUfi8T57yrW+or0ckqEHARO8lCAAqFrsZsdkfP+FkhkR
            LYN9lIECgYEA4nDEUZQBqeCh9xvhKX6FTbC8NUSeZQnCLDBRcJ4+b6GCU5JCZVYQ
            tRGIrSOTDC1A7ZJ3G3v+tOKAtvzrWDVzbWERdgMH8SSA3HhqnNOlsB/X8m2P1jsS
            pDyheC2Vp1x1pb3cljbFK1s8vOam0Beb+CYxlFA3SJOw4YVeu1H4Ub8CgYEAvUz6
            wTk6/ZvkQp99vfpFIDOsZRAv0eMF65tH3o1dfKshGoEQ+SBU+ZU4yrdJKSizAzY9
            jk5cdRlV8LuGznevYDA16IlW0KhcCdPq3bkw4hryqePNw68yGxlVWu3NLlDgZE6p
            Z/jXdFO1vljBh0NR9tdLE9CI+moIREWmdnUpGQkCgYEAy+OBwXqlLNLow1nFGdmk
            KdoS/Vu1y4BH6AXxrpet3FHuyVUOl7QxAviwukUn6HTu23tf5810AGdaQmnldt1Z
            +4jFch80jXqy1NFQHbmsnLNvfAgO1XUHSf6V3WIeOD3WaNBVyKO0UV+rhuOgHArG
            E2BAkCzSOnVRdR7jt4MNNn0CgYA3caOEEnoXq6Aob0RJ71JtwxS8KQiIheDHCBz9
            rxPxnsG8XI8XGIQq8azHmvU/q976ktlmo8bquTf1oUczk9R27MftSsR1qsoCSuJg
            fIw3vULTxZgPt3GKhFn+nuXYqfF/D5cIj9azCI2TqbVNI8eO77HapNpp1cKEFI5T
            5a7a2QKBgQDWYyNmZMZdN9BT7DLG4mNPIEguC83JLQ5TDKTfOBOP849NBVkP+1x/
            CrMJdp5g9lL/ympS7HBccf6CCinSXFsL4cw2Hyu/zkbsWetNne5a59XgbxHNHggK
            +G0FxxTC9sHlMPhLZwjydt+jh/MbI8FoGCW3X6Zv4Oik39DRnRfxiA==
            -----END RSA PRIVATE KEY-----
            """,
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIDNTCCAh2gAwIBAgIUbo4TopzMqfrG2z/xSG1wN3R2A7kwDQYJKoZIhvcNAQEL
            BQAwKTEUMBIGA1UECgwLdHZzaW0gdGVzdHMxETAPBgNVBAMMCGltcG9zdG9yMCAX
            DTI2MTEyMTAzMDMxMVoYDzIxMjYxMDI4MDMwMzExWjApMRQwEgYDVQQKDAt0dnNp
            bSB0ZXN0czERMA8GA1UEAwwIaW1wb3N0b3IwggEiMA0GCSqGSIb3DQEBAQUAA4IB
            DwAwggEKAoIBAQCncVg3i9ggiXYMtlM5vP41e6tQRBuJCOCuFlIXRAgyx8ZhNpmv
            FN7e5z9PuZK8KRxLrZDw+jxdJ3Ffz7MdSfjWkmWCoziR22ZSP+RLEHh9Nq9ebK6p
            cDwPs2F6ttU+xYdWyZQDCzlap6+qrVl2oIEn2Pw5kwFl1I0FefbZ2jMG8Hdpple/
            NnasLNNM5YJaYgJgiDEU1S7RwLKkDYU4/IELlcHZpn21kZLjKMTMLIP+aQ6Y/0iK
            Dp+VUKuSCOjfkXfXdqDNkoT453hcgOP1dI9zVQl0snh9aPwvL4oG+NSF3RZRczso
            UbdkmU5fArAkan6eyyQg7atdAU5ZxcKETYa3AgMBAAGjUzBRMB0GA1UdDgQWBBRp
            swRTS4Xx+NkbmyIeooQSITz5dzAfBgNVHSMEGDAWgBRpswRTS4Xx+NkbmyIeooQS
            ITz5dzAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQADsTtrb+7v
            5M9lhS9YAAYqYPzqht7xWQnhcgD7S4eNgm017VBM1Q6LsqWYGhJO89Glt3tAslY6
            NLnj1GWymSymBmBQbjxCWBbkLZ+087YrU48QpIRzutBkK0pd9Sa1SlBk25z3f27a
            CmndBW252Kig4BhUsfIt+CnpSOxeZNn4/rCVZkgxJcimZqW6hiSfcuMOvu+KdPd/
            Hj9+wtvRTlgYYQK8lmr/EW7SB2vAnJzB8NOvXDRZOJV5DqCiGNc/f1AjyRBQnaQC
            WVbNtgaK4WszfWea9yWyWYP4eyAjj7b8zg/rxV4ht2VwBlMQebca+CjMWZs9YqK1
            0cen/N4dAwvU
            -----END CERTIFICATE-----
            """)
    /// The key small.
    package static let small = TestKeyPair(
        privateKey: """
            -----BEGIN RSA PRIVATE KEY-----
            MIICXwIBAAKBgQDAyFGpWa7Y+f132LaD9YlzCJjj2X6/CJrm17PoGyZB7rVbgaRF
            M03Tur5+CoivYTfKnBfY/BhAN+rD7zxQlerkLq6ufoEpyarwBZrtpQQUswlbWFv7
            GlMmeDaR8ZZxB5welYWW0+lW7lhvVlp6pa46GQI0kKwXuc+EypbV/mnOUwIDAQAB
            AoGBALWkiX0dqWd7tN2VbfNMCORAd35IUepBe2KCX1sVKaj5+BtuPY+OVYhn7lDo
            L/2/hkf7Z2TlsxvfE+7lnVj4yMXuZaJWDmmQqMHs4O92ZW5QeHiLtXPg5iUSI7xC
            iN75oJXwcln9xLey22wZBb75vtF88pWcDYrB4+CyIY/aUFBxAkEA9oTKptRIbc2E
            s2syQKu2HuGl6YxlO9M+3qxSTAOTsjNXan+K8KoaKz0Qj0MfpBjLxBthNZ30s4dB
            XuJryko7vwJBAMgycZyewu7SdJeqZz6MgOGNkMif2D26NeuKI6DxPY3tC7fHZOE8
            z2YnkkQccC0uZ20BNxMr5EKgCwN84wLhIm0CQQDraTP8zIu+D5zBmYSLrW5lXyaJ
            OMETuE85ZWXRoTjR26WG1fVgjZAf6lh99qOomOU9iMfz47tiFa+fZKl6rBkRAkEA
            kDHlKw4fEa18VRFjs+W3nr48noSjWDKbS7//0Zhw4ZzvZ7uyqZkHOWkfLPfexGw8
            CoNpi+F9U4+63xRA3n4SMQJBAOsfNxWwByGi2Jl5SkZLwech+YmYVV5T/1/MthEB
            yK3EgFjtsgjAMaR0HIVifgxC5nBwcYi22jeMo1IuIr8jX/c=
            -----END RSA PRIVATE KEY-----
            """,
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIICKjCCAZOgAwIBAgIUR3ugWsgPw124VFwDfJcgEEqGXb8wDQYJKoZIhvcNAQEL
            BQAwJjEUMBIGA1UECgwLdHZzaW0gdGVzdHMxDjAMBgNVBAMMBXNtYWxsMCAXDTI2
            MTEyMTAzMDMxMVoYDzIxMjYxMDI4MDMwMzExWjAmMRQwEgYDVQQKDAt0dnNpbSB0
            ZXN0czEOMAwGA1UEAwwFc21hbGwwgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGB
            AMDIUalZrtj5/XfYtoP1iXMImOPZfr8ImubXs+gbJkHutVuBpEUzTdO6vn4KiK9h
            N8qcF9j8GEA36sPvPFCV6uQurq5+gSnJqvAFmu2lBBSzCVtYW/saUyZ4NpHxlnEH
            nB6VhZbT6VbuWG9WWnqlrjoZAjSQrBe5z4TKltX+ac5TAgMBAAGjUzBRMB0GA1Ud
            DgQWBBS09v4mvG1PvPeKZKnANneqbhrWYzAfBgNVHSMEGDAWgBS09v4mvG1PvPeK
            ZKnANneqbhrWYzAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4GBAKxG
            yL04/p+T7kWf36FcsSnRyhN5qEoDfwUG2pPzjsiaow3ZXt7rv8V5D3Joynx2rPQA
            89l2/6phiPUHF7OiOstEp3k4u8TSnnYmtwZ2TgkYfiL7OPEqgUcGNl58crYA24Mn
            6+N92xzSMYR7MqlMnal18X3lebieG+1xGF1CURi7
            -----END CERTIFICATE-----
            """)
    /// The key prime256v1.
    package static let prime256v1 = TestKeyPair(
        privateKey: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUwJrAV2bXIsjFL1k
            TKZ7IPmErN3mvad5TxG7B+zHNb2hRANCAATRpmRRTXf71ATQZohC4o7YDgr0g2+z
            /9UBh4Eni0oSGFgZdb0Udeeuo40CCAhWbz2Aj4yx+MkKQQmUeEVlmmTh
            -----END PRIVATE KEY-----
            """,
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBrTCCAVOgAwIBAgIULjbmpgf6gbnyb1HZ8UZRwveIAxIwCgYIKoZIzj0EAwIw
            KzEUMBIGA1UECgwLdHZzaW0gdGVzdHMxEzARBgNVBAMMCnByaW1lMjU2djEwIBcN
            MjYxMTIxMDMwMzExWhgPMjEyNjEwMjgwMzAzMTFaMCsxFDASBgNVBAoMC3R2c2lt
            IHRlc3RzMRMwEQYDVQQDDApwcmltZTI1NnYxMFkwEwYHKoZIzj0CAQYIKoZIzj0D
            AQcDQgAE0aZkUU13+9QE0GaIQuKO2A4K9INvs//VAYeBJ4tKEhhYGXW9FHXnrqON
            AggIVm89gI+MsfjJCkEJlHhFZZpk4aNTMFEwHQYDVR0OBBYEFPYAlHzN+E6cNSpV
            gGP6hP2UuQjlMB8GA1UdIwQYMBaAFPYAlHzN+E6cNSpVgGP6hP2UuQjlMA8GA1Ud
            EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAKw5IbFfF+uQt7OL7XvVXrQc
            oPz1r1+5P4hKn2LXeyCzAiA51ey81VhNuqtjLCgBeOL/PcCFwqxzVbAVLPJYIm/d
            VQ==
            -----END CERTIFICATE-----
            """)
    /// The key secp384r1.
    package static let secp384r1 = TestKeyPair(
        privateKey: """
            -----BEGIN PRIVATE KEY-----
            MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDB21VSwTqkmCg+FWkM
            KFnA2WCdJ4fY2u5DR2ZAUxBaMUDXcAGnfi4xNILhDCkfpQ+hZANiAATq5z3Um2ja
            pVz3zhMtCM92rHWWr75SAynxvsvC6ieEPKK+mbDW1M3C95hylJKw9JCB9Tri7Y+J
            Y5ZdXNTKOhgyKC56MddaG4zVSxNYldYA/vw0z64MVcHfbl1msZlXfhU=
            -----END PRIVATE KEY-----
            """,
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIB6DCCAW6gAwIBAgIUdqbcavFmhW6nnEvpohUyvWpbkXAwCgYIKoZIzj0EAwIw
            KjEUMBIGA1UECgwLdHZzaW0gdGVzdHMxEjAQBgNVBAMMCXNlY3AzODRyMTAgFw0y
            NjExMjEwMzAzMTFaGA8yMTI2MTAyODAzMDMxMVowKjEUMBIGA1UECgwLdHZzaW0g
            dGVzdHMxEjAQBgNVBAMMCXNlY3AzODRyMTB2MBAGByqGSM49AgEGBSuBBAAiA2IA
            BOrnPdSbaNqlXPfOEy0Iz3asdZavvlIDKfG+y8LqJ4Q8or6ZsNbUzcL3mHKUkrD0
            kIH1OuLtj4ljll1c1Mo6GDIoLnox11objNVLE1iV1gD+/DTPrgxVwd9uXWaxmVd+
            FaNTMFEwHQYDVR0OBBYEFGsyC3qx45CKCYfA4EmtNZv/ZNDTMB8GA1UdIwQYMBaA
            FGsyC3qx45CKCYfA4EmtNZv/ZNDTMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0E
            AwIDaAAwZQIwEIxawIvGkPpp+4YHdTcrJfQk3sX6R01q0/ocY3B4fa22Y2xWBKdB
            Sxiut6RkN/BTAjEAoU/358dP5JFP0fTH6Q4gWwDsB5JfCVNGZIJnwt9wzse7aFLf
            CP9CQzYaz0CB3BPB
            -----END CERTIFICATE-----
            """)
    /// The key secp521r1.
    package static let secp521r1 = TestKeyPair(
        privateKey: """
            -----BEGIN PRIVATE KEY-----
            MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIBQp6oJb2i6sQtH9Ad
            6OUGLTW1jB3hlb6kk++zTDjvUFix8HJddMzWUnN3i8DyhHT//u4oh1r5HRrsnjle
            faOs0nmhgYkDgYYABAA+RMRP2m5deHEiZNvz2bIpnBq626kz1E6chJRdcZPEZ3KN
            Djcl01yqz07+AOWfjT+ggdTJlZInS/pOFzYPowEaiACUN412XOlJIPGs6az/22iN
            RPnlwCYwdy8q5l8GyINWT6KVogoynQjRxH1zJTUHbqV72Isz0dG7l8cOjf5Q5qI2
            4Q==
            -----END PRIVATE KEY-----
            """,
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIICMzCCAZSgAwIBAgIURkGLgAcu8/y2+mZKSd7LCcn24vcwCgYIKoZIzj0EAwIw
            KjEUMBIGA1UECgwLdHZzaW0gdGVzdHMxEjAQBgNVBAMMCXNlY3A1MjFyMTAgFw0y
            NjExMjEwMzAzMTFaGA8yMTI2MTAyODAzMDMxMVowKjEUMBIGA1UECgwLdHZzaW0g
            dGVzdHMxEjAQBgNVBAMMCXNlY3A1MjFyMTCBmzAQBgcqhkjOPQIBBgUrgQQAIwOB
            hgAEAD5ExE/abl14cSJk2/PZsimcGrrbqTPUTpyElF1xk8Rnco0ONyXTXKrPTv4A
            5Z+NP6CB1MmVkidL+k4XNg+jARqIAJQ3jXZc6Ukg8azprP/baI1E+eXAJjB3Lyrm
            XwbIg1ZPopWiCjKdCNHEfXMlNQdupXvYizPR0buXxw6N/lDmojbho1MwUTAdBgNV
            HQ4EFgQUY7j5S2T7nXtoUqyezjyQRY6PliswHwYDVR0jBBgwFoAUY7j5S2T7nXto
            UqyezjyQRY6PliswDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgOBjAAwgYgC
            QgH7syQOYidxEHIU9lNiIwcB4tdzKHylxg6e/7Vxja7dl/WjwlBCoFzzlu6CEdCy
            e1T31RHRfQXSmhhfKYL5F+GO+wJCAPZENU61dmKt7Q3OmnMsv3kNQ3QVPfFc1N3H
            xYvXHJIAPz9AC/4J0n7PmfXvdL9TueRe8tndoju11CxlkTwSC5fZ
            -----END CERTIFICATE-----
            """)
    /// The key ed25519.
    package static let ed25519 = TestKeyPair(
        privateKey: """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIOAkX49RUOFUZqVPv34Z8ghNPR92zzzzB+4DAi3MB0Pj
            -----END PRIVATE KEY-----
            """,
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBZzCCARmgAwIBAgIUVIeiHIRWthy4hle8R9Q+VGRsrygwBQYDK2VwMCgxFDAS
            BgNVBAoMC3R2c2ltIHRlc3RzMRAwDgYDVQQDDAdlZDI1NTE5MCAXDTI2MTEyMTAz
            MDMxMVoYDzIxMjYxMDI4MDMwMzExWjAoMRQwEgYDVQQKDAt0dnNpbSB0ZXN0czEQ
            MA4GA1UEAwwHZWQyNTUxOTAqMAUGAytlcAMhACaBR3qvu8EPZvDwx0K67re3mUdP
            qayQ6VbP5Lu+ksCno1MwUTAdBgNVHQ4EFgQUg+Ejd0L8pav93cA5yGyoqMIqw+kw
            HwYDVR0jBBgwFoAUg+Ejd0L8pav93cA5yGyoqMIqw+kwDwYDVR0TAQH/BAUwAwEB
            /zAFBgMrZXADQQDnk4JfVuh2yffyh8vN+pBYc3QsmCeLCAKe01zXJakkPGXAjZKx
            stGGw3AF+Kg9a8Urn+YwVIPv47Kbb+JLBekI
            -----END CERTIFICATE-----
            """)
}
