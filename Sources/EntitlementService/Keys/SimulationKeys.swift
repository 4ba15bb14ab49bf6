// Written by scripts/make-service-keys.sh.

/// The keys of the simulated service, for simulation only.
///
/// They are public with this source, protect nothing, and must never sign anything outside a simulation. They are fixed
/// so that the same profile and seed give the same bytes.
package enum SimulationKeys {
    /// Signs the SAML requests of the service.
    package static let samlPrivateKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC+7kIQRp8RNi50
        UV7GeJcIfIpBcUdyzj3F5jaYNXs9r3tKG9HFbKzO3u+N3o4Ix7HavateYQPyETtT
        HPE3VGNaHjcVwjmZL2ROSRr2RTNLc01HfUepbmz3Qv34wkzjFaEE1bm01OX9qfyY
        FWsZF0UaIzBx6zhi6d7zm4elXb+GYAk09hjAQ42UCkAYUrggTDa7Pypb/9xoIytZ
        uEywg23MktU6xfPv+piU7kOwq+/IlOQWeaqmln8P6NyDOd9RzsRYJCCBgxW5V8ZF
        PNerBwGD5ywZVyZnUcJFHPzruGuqgkLRexsvXflmHsbvftX6NXg+TtdHQbN/8E7z
        g0/4lWtvAgMBAAECggEAIqavCrEmcUM6DxYtcyuzjXC8zr+2TdmsUFxFkD40ja9p
        WrvNyFy+yBShuUeo02Mani5KCajlxGroL19TT81a8qIFMUe8mFaHh8WwxP0uIAVf
        AxhzhwZpdD6ORTVOKvBj9rKrL2xsCStuklNgyn70pZe5VRNxelIjimaxqYtoFQTM
        TBY/ksXlbHbvIpjGIiP7Isly4HHnIXD6DlPlppLBb42js6xPcqQYQw/2LOZZ2sqj
        eTm2+dal8F5t965vycLgA2TjYWyYno2LovGV59iR2K8+2J4nUPd3Y+5YtCC0wGgs
        oF4pOqRKl7deEvNAsfpWjjTX665UA4eGkPqYzTzx4QKBgQDy70ZS4pk39ZaffWnz
        dLezdkN1itCydV/f1mZ8HbDCa8jOq/5nGzEwtNck0Pb2RFbuiOwZ7nnLB4DEhH2g
        c0s/z047mv0PGlPh8LDtzLRH8Fm9gc3GNsAlhtVDyiPOgR/SfNsrrJtMlqQbgaNa
        UtbsG3m63Zg4inQCKAfWlHsXeQKBgQDJMv4VIuVvAkUPKOFDKlnP9mj3dL7oGcLV
        EBWBqI2JMTL9clNBm5ZVKwe56Qlqnoh3utARhnGuwlyBwknspTQ66yKhT2LmDY5e
        qLhR1seamUETrgdVGkDvRvW0g9OHkjoU4yLZlSbcl6XvsdfJ4veRVUDazEbz1nVp
        ENlSOM2YJwKBgD5tQEwCUM8xe+BGMRjPsHkcdd9ZqaGCSf3SMYnJc2eynOqHBhvm
        v/A9OGAMlrnX++LWKp3LS17h8bQOO94kYnzmP7tPa6Ia6N1RpZWmGdm2qMjq9z7t
        SNkb2efOpP7m7Y+AaC3D8DBxMYCkAp8uVG5d7R0Y3ooBAiifssvwYeU5AoGBALEc
        pVQ/2s5Epjw5FUsFzffmhvJGoAM7IipitTvk/2rkl2lKKYYYi1a/wVZjkLl9gs46
        8gxrWEmpqLtFJ8QcjYTMFjj/5CR1jH1BcrgAJMev3vyO9r9wk/bOdV6JqTyveVeH
        ttbomEQZbqY43KdIl/wkmynAJzlg8QwjG9toS3uDAoGAZxEQmN/ZVoejfQTK+ucR
        vg8x+/jD3eGy8wbeo+x8wZUwE4qL7gm/O8i7jw5YkeXkVwZn18t0ZR0bn0/uEksY
        tqqLj4GOGQacKte9SMby1YoT3+oZLBHliQEmiAgTUJRNnCrU71SvOAgJiEOiUWSk
        pwIQaAl6zc/UnY+mhzyNUtg=
        -----END PRIVATE KEY-----
        """

    /// Belongs to samlPrivateKey; identity providers trust it.
    package static let samlCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIC5jCCAc4CAQEwDQYJKoZIhvcNAQELBQAwODEmMCQGA1UEAwwdU2ltdWxhdGVk
        IGVudGl0bGVtZW50IHNlcnZpY2UxDjAMBgNVBAoMBXR2c2ltMCAXDTAwMDEwMTAw
        MDAwMFoYDzk5OTkxMjMxMjM1OTU5WjA4MSYwJAYDVQQDDB1TaW11bGF0ZWQgZW50
        aXRsZW1lbnQgc2VydmljZTEOMAwGA1UECgwFdHZzaW0wggEiMA0GCSqGSIb3DQEB
        AQUAA4IBDwAwggEKAoIBAQC+7kIQRp8RNi50UV7GeJcIfIpBcUdyzj3F5jaYNXs9
        r3tKG9HFbKzO3u+N3o4Ix7HavateYQPyETtTHPE3VGNaHjcVwjmZL2ROSRr2RTNL
        c01HfUepbmz3Qv34wkzjFaEE1bm01OX9qfyYFWsZF0UaIzBx6zhi6d7zm4elXb+G
        YAk09hjAQ42UCkAYUrggTDa7Pypb/9xoIytZuEywg23MktU6xfPv+piU7kOwq+/I
        lOQWeaqmln8P6NyDOd9RzsRYJCCBgxW5V8ZFPNerBwGD5ywZVyZnUcJFHPzruGuq
        gkLRexsvXflmHsbvftX6NXg+TtdHQbN/8E7zg0/4lWtvAgMBAAEwDQYJKoZIhvcN
        AQELBQADggEBALYby+mBz/nI7xp4qYDsThh4A0WMcr+4wDdvtQ18Ik+ahDhrYuxY
        Aix+sUrhzaEsdyoI7XCRfTuVwWQpZWaKsoatdYWH6kO5Q+rgJ9jRKrUYrbIYb+GR
        6Dg8VPWxZT4rafkWtevpGM1CKQe2xyxj2BG4zEHY7zk+JIqLkptDwPKhDUU99lUg
        QNzfZc5GEmbVD4wwcb7fX+f6SN22Av0hzUQspGio++TE05cxTVCR9O9tDd86rAOx
        MyTWmL1dbC7Ls72shrD4dJxUPJdpkgbPkA/QTeGCg8IG/1JU/juFq1xhhkWlk9eg
        fPGTcsdeXFg0PzpXSN2lq5Q27oYC1bZk/gM=
        -----END CERTIFICATE-----
        """

    /// Signs access tokens.
    package static let accessTokenPrivateKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDwalWfC3YflESI
        Qg6QZCBkJhz6wmbD+8fD4HtFCyh2NCYbNc9r9FzEcN2VLZq2ZfLcQLVR77d21Yy/
        cj0KaYAXa4dPy3M3ewQzcWrXyg1wZz0v0qMkyhLQCZsanaDQzgk49kqRGNzvS7Q0
        VgH2YkX/nxVTbKFs59Sybt7cSmlehYRzUbbiCHjiVl3H5wSRRkuid8UXV4fxFwCH
        8WPfEU0tSPql+DzYKyCzT6TDJPN6weFIDPVs1Ogu3AMnO1NtdTl0WIYiymtUrero
        bz2Pj6Ncj86NdfahJfvoEw51fplxJsFsS+zrT4W+jpyjhSlwn6eWkxpZsccdnMQ4
        pohyDAFPAgMBAAECggEAO93Gv2mLuxZhMGr+lG8Sb83b1oeVLoVie8DJAWrjYvfe
        a1UtdwztEs+mJdEq3vOpE7abUDF4xoMr3rp0P8UArBRPKAwZ/z1HUQYTnHOIgC59
        Go0BqhYVtC9IK8sHsic0PbZ64AHIdmAsGgI2z+Mt2hcDqPf6hJOAMASSw1lWPr5W
        LGvuQSswsMsRtqf7Z1dQcdEkZV7A6qEx9PWH51GlkecomLEXatreTjEUAgX6yBbl
        hBaRKrZRxcEI22Z6taEPZf+Nq5ldIOEE7/7zymVi/OtWNrv/tEH4OO6t+bCRS8OT
        OzAPCbykzl1iefWc8IOPFHhYvjDTzXilsOmFUoKjFQKBgQD5Jdy818fnylR6JicZ
        eMtjJX5vRH0O0yGmKXEoHE6N5gOuiMgSMJs9MMdJLbrWUaFuZNRrWqLEOBf1h9g2
        RoHyDGQ4krQFRVnL5Fw6urGZbYD9Smz5xj6ETnQAZYF8xKdv6uzC7rOkEuNDyaxv
        vF5MMA/6IUssH0PYnIRSySToHQKBgQD3Bv2K9+pOuS9JW140YQsquzW10YyPcu6L
        KQ5rm5UPrhoEf5ybgYJlRRDgXtUn0ZeEdv8jM2ep94WWOVDmW0rzp1BZp6oF7Xlp
        VOjrQ7kNHwvhxWOCVGU2aE/AgloyizZJ7K4msBoMpvPUiR8C8Y8la/7yJ9Oe4xOj
        ItsjGBFLWwKBgHLMTFJDBpw5sQT7UWa+LtDHNOOl5g2PoOCEFdyKdnOReT7RTYZ8
        GPtv31NLm9wmjsBj+zBf+cF5qyh56FjR0gwqQ3+BsSsAkmiNFyYEYdK1DwsmYOIR
        wzqJP4/zNV+86P17fI4xGFrQTSEt6qMtYzGtr57r+kwhN8y2CY5vme7NAoGBAMm1
        kY7KRS8nE6+oxdGrdDzeRUtD4qy3woUrbzT7A8qb9W667Rwlsl4S+WbcyN0MzdZC
        fK83qGwnS5ORFbgjz54JfxjWSYUxljQmO1LwJ8jJEyC11z1ywHqezpB5YEFpX1kZ
        xFKe9YZjRTLFDOeQa7y45KLDVo+lCEHrklijrGuFAoGAM82kf1Kmec4oCDoo9Eni
        WcBqhMVt8AheRbw0SoIbkOm3mhwKdHRz76a88Zhwr5/boGPuKFVEw4UOcPJZpreI
        y40rpx/tQ56+WJvdeKe/1F/SDl2r5Y9RMufzFTkBWAW1UpYHHydhvdxil0CTB3/d
        lA1w6Ozb5HyMTNEyUfg6aMI=
        -----END PRIVATE KEY-----
        """

    /// Signs media tokens.
    package static let mediaTokenPrivateKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQClh/HWx40uWXde
        5AP9rZyJrBmbDcfuTTNcZTiDUtMeQyv/zlFFXT/ShQY2dnLPzoH14ehUdqKMyC5e
        rEKvTCLs04omiDl6cFxvsb4JwUm7FsermlsQZkfDGE9j3xwaKWWbFU59PTEy5cU/
        DJJPdjijy9a5Jd2+K1RD5SdM6q3g/Dlzjk9HJh3gWh7pbwAowsBK4Qp3nRstaYU9
        DkYHx51CMB8D9iLz4/D9g4F7f1ciC8wgn80oM9TT72tNDAEclXRjwHj25yyFqUga
        lrlvAw82OIxtXt63aR0tbulz7T2SC+D+H67S1WMqqyJtZBujDRXDqA9TfM9UJHj8
        ww2vuQq/AgMBAAECggEAG2AgvFMTQ7uTFNPj3xPTxCb8sxpz2rLU0C6DSqCrfqFA
        SRV/dlfGItRSIzaypTBzaM08JZ/bISpIFOsrOh9+1Sjk+5ti2h90AhrkoWtgfLr3
        OaeU8ODhdF/0XUF8Pc1j2uKKsQaqOM8sMFGtbsvP8TLYZ5VeF0HGNVZUChHzwLXh
        iPiQdCezqZNsGPW3vbLrFDeGJHfvcchcb22Z/XOUsES4iTFz5Lg7R41ISIKZEESo
        bcIu82OGBcxfUvd5YVx01J6wBS2seuuNZuWxvoL44nHolrmK9Ndy6YAkTrecABwb
        ka5HuGzXPMgFnlGKIJf28GCtROGvSSXish4qv5sz6QKBgQDiofDk805idLEAr0fH
        W6IuKui6tGm1/UpqieOwSKcBfg1rJBrsJSdLpfQh9mOoDh5fruPoCG8BcWu+pp4U
        l5XosfzwY4oOZhafedsp+z2E7WUEIh39RBgLCQacVpBM2CjJWLpwr7ezlAzc3LPy
        tR3X0Xaro3RUizb91fOwfSD/FwKBgQC6+xah5iZpudbUXCVi+dLJA29niSRmIKrI
        7yKpm/3fZ3dxNd3zsEza0ls8qZddngmJuP3J2opqshE8KoCrao9fQ6k62NX/oNp9
        ZL+nrlTCbhRCx1LWyfqYB9OY7MGN5Z20snjxl+OsLCWvSjQrqoi7iOH0G5Ll1Rl2
        2k9HVNHamQKBgAsUZ7aJvpdJpS2nZBb2/+LJ7j7SeyiOjYjP3PXNV3zXMMjAJyDM
        YDNulZTjetPIfOuonTPG1cZ4SRA1DR1sm8OYkAkglKtHimuZhYFz6voIsRuWn2i2
        X4aKlmwmPz/CgZv2XocL0CtTXZ2enJ2NBTx73RVfFFzdwX5/az6Bn49ZAoGAYxzD
        Y3Auvm4uzQRHIQ7Rx5GVlOkiLSx1uurfkc5JJQmgS5dFHm4+XuOQTziKLqqd3a38
        gOnh4yqebikNaU+jzdh8tN/Jl6X5CuzDlquW7DUTck5bv9Tyi3HinLYq5v9muCi+
        aTmdCl+gXilUPC06K0Ykl5OiK0fpJpIT4fi5AEkCgYAgp+eic35kYtrPLrJI9MT1
        nb+HC4bQEdnxR27G572EbWpLmu5u154ingzoMttbb8H6knGY3g2vH+/u0dAo91br
        +UTUgFex0FOvTrWFaXkPAgrAo8Ht3VxpNQ/vv308IQzWQCV3+ZmuCo4hVrNjD7m7
        Vv7IuEJ34NTM+m/y71j4TA==
        -----END PRIVATE KEY-----
        """

    /// Signs software statements, as the vendor's dashboard does.
    package static let dashboardPrivateKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC9JT3ilfd+TibR
        SLdBc5H1BKqkDsWrXpSursLqtwBnT5w9Liu3FgYgKoYdL8JKYwBGR/KjRQQJDV5T
        8n6I8DocJEIVhAoTq+ig2kB4Jl+GR6OOcCTNFjjS2WgxuUsu1mfUnM+XHJWqdpYc
        qvWm5nKdnSJVsQ71kgGoZX2a/BydBTiF7RYIJBzNSVItZX52tT399C22EJWe8bhc
        Phz86WrmMmUpuujnu6qHQq5EGmn9rpIEB9uVwGANuKTg4Ckr4ZDjgpiwt5Kf+SzG
        kY1rVoLjCcazUAfdAKs0r+G+uZysgilpE09GB4/AEPCltCYpUF1thru2aLgNrIuf
        I5sIh4FXAgMBAAECggEAFW4+TEmEoL13HXhZNyPCklnkgbEgyXFudDpd4F06wPne
        sHnmPxjSOdvHlU//ehEsi0oEnmYn9mSa3vUXTCm3089x42EyCReNxIfmDRb/9MVy
        LSXcrZYKey1h5lxhvd1SJ19bD/qPpKBKEtZ1/eKXcu9GYCIvGTjhUjSpniFZlpq6
        dsoxGlo5OYLk6beTIsfn/xFbcBpHYM9WRD/g6v79mV8S3hGke+4feAyEIRgVApMg
        MXshWCig7P6tzdlqnPQKSIM73B44Nwq3udzLdvxXwQRVLl/xzMt9ebFYgL0s64J7
        BqtYqJbe4YKQB2nBJvriYsVxjG/7Zz72Ok1bCdKdUQKBgQDc8kYCmSN2ri+BkDeI
        DPVR32VvpFaeI5BDdxjj2R+dbMMH/LcLYPMXdPWjozcLTXFqPupcyOCOuKDhdwR6
        +9/q5Me9OjFeevWcuuVucZr9m5mTEo/fopJwptqAVkFjy2zCMjlGQfsOIwWnKDxJ
        dltVF6FbZ68p76mHMerqKTcspwKBgQDbJ2BELkwl8xsKmTKw2I2uekBCFBSfGabR
        vETz0DRzQYbMnSodSXbwdeKBUye7VjNfSiEAKSZRWp9he+p0YEjVMMnFv5NhEyP6
        WVQO/H9IfF9089DR9iiUDAD8UnfJJ29VAYE7RDl7Iti6Gyr+/o+yEl0iUvtFgNvI
        5SSCxaQr0QKBgQDK+U7TqDdqGc7Oqdw6Ah2EH0QicciY8nbfY5PcDWT7zCTHO6Q0
        sdXgYLQgpho1Kenc/vtyTZ/tvTMeraXSDX3BXncYIVOlRjRIzXFkKr2F6eIFuHGv
        srvw/XeRmqvrr7+0D0uKfabTb90LmOz5V9/Dpje3ruK+FcuZxYPXphFn1QKBgFhz
        jQwXr45Fj214pZfw30ZDeznwRt5sCQNvvFi3eOPn15Mv/7ZwVzv4KGJQAKJAyV01
        WxpogVmmfNtomxk7X0oEdfuFNeOhSQ0bDq05xdmosRJP8cE8W+Zc7ezpEAW1D988
        Sz9zasvDJbv/iRv//Fk/xi07VsUXnB16NoE9aeRxAoGAIdfsqcMC+hVChniPXIqj
        ElAqTktjuMzxEOI/OKl6b4Dqmu0boitZacwPWtiKpGZmXn1at6H+eTgpVwz6RXui
        kQvyap4cYz6LEM3sETsIoY2bJomJczwCKGnbqeOelv7EqoE/SfhexcpyD/7XCAH7
        6QEjfPbW4x9SwbJZuYqQz4E=
        -----END PRIVATE KEY-----
        """
}
